"""nbgrader's settings for this course; its commands run in this folder."""

c = get_config()  # noqa: F821  (nbgrader defines it)

c.CourseDirectory.course_id = "ensemblelab"

# nbgrader copies whatever stands beside a source notebook to the students; the
# text it is made from holds the solutions, and stays here.
c.CourseDirectory.ignore = [".ipynb_checkpoints", "*.pyc", "__pycache__", "feedback", "*.md"]

# A stub must not stop a notebook before its first check: the functions it stands
# in raise when they are called, and the check says so.
c.ClearSolutions.code_stub = {
    "python": 'raise NotImplementedError("this task is still to do: write your answer here")'
}
c.ClearSolutions.text_stub = "*Your answer goes here.*"

c.ExecutePreprocessor.timeout = 60  # seconds, for one cell

# Feedback as our grader writes it, with the points and comments given by hand since.
c.GenerateFeedback.exporter_class = "nbjudge.run.exports.FeedbackExporter"
