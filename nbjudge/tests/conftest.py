"""Shared settings of the tests."""

from needs import ask_for_the_version_of_gradebooks_once  # noqa: F401  a fixture
