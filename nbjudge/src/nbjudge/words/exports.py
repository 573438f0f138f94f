"""The exporters by the name under which settings of earlier courses know them."""

from nbjudge.run.exports import CanvasExporter, FeedbackExporter, MoodleExporter

__all__ = ["CanvasExporter", "FeedbackExporter", "MoodleExporter"]
