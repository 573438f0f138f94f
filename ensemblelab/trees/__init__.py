"""The one tree engine under every tree ensemble: see `growth` for how it is used."""

from .binning import Bins
from .criterion import CRITERIA, Criterion, newton
from .growth import Growth, grow
from .tree import Tree

__all__ = ["CRITERIA", "Bins", "Criterion", "Growth", "Tree", "grow", "newton"]
