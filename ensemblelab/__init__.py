"""Ensemble learning, from bagging to XGBoost, as short as its algorithm boxes."""

from ensemblelab.bagging import BaggingClassifier, BaggingRegressor

__all__ = ["BaggingClassifier", "BaggingRegressor"]
