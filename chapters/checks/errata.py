"""What the chapter says of its cells: see `checks`."""

from ensemblelab.equations import equations

from checks import glue


def count():
    labels = [s.label for s in equations() if s.label.startswith("erratum.")]
    glue("n-errata", len(labels))
