"""Small real data sets with their provenance, and the generators of artificial ones."""

from __future__ import annotations

import csv
import difflib
import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

import numpy as np

from ensemblelab.datasets.generators import (
    friedman1,
    friedman2,
    friedman3,
    make_esl_10_2,
    make_friedman1,
    make_friedman2,
    make_friedman3,
    make_gaussian_ring,
    make_ringnorm,
    make_threenorm,
    make_twonorm,
    make_waveform,
)
from ensemblelab.datasets.provenance import LICENCE, TABLE

__all__ = [
    "Dataset",
    "friedman1",
    "friedman2",
    "friedman3",
    "load",
    "make_esl_10_2",
    "make_friedman1",
    "make_friedman2",
    "make_friedman3",
    "make_gaussian_ring",
    "make_ringnorm",
    "make_threenorm",
    "make_twonorm",
    "make_waveform",
    "names",
]


@dataclass(frozen=True, eq=False)
class Dataset:
    """One data set and what one has to know to use it.

    Attributes
    ----------
    name : str
        The name that `load` knows it by.
    X : ndarray of float, shape (n, d)
        One observation per example; NaN where the value is unknown. Categories are
        the codes of `codes`: they are numbers only to a tree or a metric that
        is told nothing else.
    y : ndarray of int, shape (n,)
        The class of each example: ``target_names[y[i]]`` names it.
    feature_names : tuple of str, length d
    target_names : tuple of str
        The classes, in the order of the integers in `y`.
    categorical : ndarray of bool, shape (d,)
        True where the numbers in that column are names without an order.
        Columns whose codes have an order (slope, temp, ...) are not marked.
    codes : mapping of str to mapping of int to str
        Column -> code -> meaning, for every coded column.
    description : str
        What an observation is, and what the columns and classes mean.
    source : str
        The citation, with the DOI.
    url : str
        Its page in the UCI repository.
    licence : str
    provenance : str
        The package that the file was read out of, and what was changed.
    """

    name: str
    X: np.ndarray
    y: np.ndarray
    feature_names: tuple[str, ...]
    target_names: tuple[str, ...]
    categorical: np.ndarray
    codes: Mapping[str, Mapping[int, str]]
    description: str
    source: str
    url: str
    licence: str
    provenance: str

    def __repr__(self) -> str:
        n, d = self.X.shape
        return f"Dataset({self.name!r}: {n} rows, {d} columns, {len(self.target_names)} classes)"


def names() -> tuple[str, ...]:
    """List the data sets that `load` knows.

    Returns
    -------
    tuple of str
        In alphabetical order.
    """
    return tuple(sorted(TABLE))


def load(name: str) -> Dataset:
    """Load one of the real data sets that come with the library.

    Parameters
    ----------
    name : str
        One of `names()`.

    Returns
    -------
    Dataset
        Its arrays are made afresh at every call: change them as you like.

    Raises
    ------
    ValueError
        If there is no such data set; the message names those nearest to it
        and all the others.
    """
    if name not in TABLE:
        near = difflib.get_close_matches(str(name), TABLE, cutoff=0.4)
        hint = f" Did you mean {' or '.join(near)}?" if near else ""
        raise ValueError(f"name={name!r} is no data set.{hint} There are: {', '.join(names())}")
    row = TABLE[name]
    path = files(__package__).joinpath("data", f"{name}.csv.gz")
    with path.open("rb") as packed, gzip.open(packed, "rt", encoding="utf-8", newline="") as text:
        header, *lines = csv.reader(text)
    feature_names = tuple(header[:-1])
    columns = [
        _column(cells, row.texts.get(feature, {}))
        for feature, cells in zip(feature_names, zip(*lines, strict=True), strict=False)
    ]
    code = {spelling: number for number, spelling in enumerate(row.classes)}
    when = f" ({row.year})" if row.year else ""
    return Dataset(
        name=name,
        X=np.column_stack(columns),
        y=np.array([code[line[-1]] for line in lines]),
        feature_names=feature_names,
        target_names=tuple(row.classes.values()),
        categorical=np.array([feature in row.categorical for feature in feature_names]),
        codes=row.codes,
        description=row.description,
        source=f"{row.creators or 'Creators not named'}{when}: {row.title}. "
        f"UCI Machine Learning Repository, https://doi.org/{row.doi}",
        url=f"https://archive.ics.uci.edu/dataset/{row.uci}",
        licence=LICENCE,
        provenance=f"Read out of {row.route}. Changes: {row.changes}.",
    )


def _column(cells: tuple[str, ...], texts: Mapping[str, int]) -> np.ndarray:
    """Turn one column of the file into numbers: an empty field is unknown."""
    if texts:
        return np.array([texts[cell] if cell else np.nan for cell in cells], dtype=float)
    return np.array([cell or "nan" for cell in cells], dtype=float)
