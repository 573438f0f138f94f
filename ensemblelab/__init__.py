"""Ensemble learning, from bagging to XGBoost, as short as its algorithm boxes."""
