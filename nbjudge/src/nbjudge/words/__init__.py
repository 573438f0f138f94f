"""The former address of `nbjudge.run.exports`, which settings of courses name."""
