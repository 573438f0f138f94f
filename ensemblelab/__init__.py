"""Ensemble learning, from bagging to XGBoost, as short as its algorithm boxes."""

from ensemblelab.adaboost import AdaBoostClassifier
from ensemblelab.bagging import BaggingClassifier, BaggingRegressor
from ensemblelab.committees import CommitteeClassifier
from ensemblelab.forest import RandomForestClassifier, RandomForestRegressor
from ensemblelab.gradient_boosting import GradientBoostingClassifier, GradientBoostingRegressor
from ensemblelab.linear import Perceptron
from ensemblelab.trees.decision_tree import (
    DecisionStump,
    DecisionTreeClassifier,
    DecisionTreeRegressor,
)
from ensemblelab.xgboost import XGBClassifier, XGBRegressor

__all__ = [
    "AdaBoostClassifier",
    "BaggingClassifier",
    "BaggingRegressor",
    "CommitteeClassifier",
    "DecisionStump",
    "DecisionTreeClassifier",
    "DecisionTreeRegressor",
    "GradientBoostingClassifier",
    "GradientBoostingRegressor",
    "Perceptron",
    "RandomForestClassifier",
    "RandomForestRegressor",
    "XGBClassifier",
    "XGBRegressor",
]
