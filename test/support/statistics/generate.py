"""Prints the expected values of test/statistics as JSON. Run by `npm run verify:statistics`, which compares them with
test/support/statistics/expected.json."""
import json
import random
import sys

import scipy
import statsmodels
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import (
    confint_proportions_2indep,
    proportion_confint,
    proportions_ztest,
    samplesize_proportions_2indep_onetail,
)

SEED = 20261126
SIZES = [1, 2, 3, 5, 10, 40, 200, 1_000, 20_000, 1_000_000, 50_000_000]


def make_arm(rng):
    units = rng.choice(SIZES)
    units = max(1, int(units * rng.uniform(0.5, 1.5)))
    kind = rng.random()
    if kind < 0.08:
        return 0, units
    if kind < 0.16:
        return units, units
    rate = rng.choice([1e-4, 0.003, 0.02, 0.1, 0.3, 0.5, 0.9, 0.999])
    return min(units, round(units * rate * rng.uniform(0.8, 1.2))), units


def make_table(rng):
    one = make_arm(rng)
    if rng.random() < 0.5:
        other = make_arm(rng)
    else:
        # A rate close by, so that p-values of all sizes occur.
        units = max(1, int(one[1] * rng.uniform(0.7, 1.3)))
        other = min(units, max(0, round(units * one[0] / one[1] * rng.uniform(0.9, 1.1)))), units
    wilson = [proportion_confint(c, n, alpha=0.05, method="wilson") for c, n in (one, other)]
    low, high = confint_proportions_2indep(*one, *other, method="newcomb", compare="diff", alpha=0.05)
    constant = one[0] + other[0] in (0, one[1] + other[1])
    p = 1.0 if constant else proportions_ztest([one[0], other[0]], [one[1], other[1]])[1]
    return {
        "arms": [one, other],
        "wilson": [[float(a), float(b)] for a, b in wilson],
        "newcombe": [float(low), float(high)],
        "p": float(p),
    }


def make_holm(rng):
    ps = [rng.random() ** rng.choice([1, 3, 8]) for _ in range(rng.randint(1, 28))]
    return {"p": ps, "adjusted": [float(p) for p in multipletests(ps, method="holm")[1]]}


def make_ratio(rng):
    weights = [rng.randint(1, 100) for _ in range(rng.randint(2, 9))]
    total = rng.choice([10, 1_000, 100_000, 10_000_000])
    share = total / sum(weights)
    units = [max(0, round(rng.gauss(w * share, (w * share) ** 0.5 * rng.choice([0.5, 1, 2])))) for w in weights]
    if sum(units) == 0:
        units[0] = 1
    expected = [w * sum(units) / sum(weights) for w in weights]
    return {"weights": weights, "units": units, "p": float(stats.chisquare(units, expected).pvalue)}


def make_size(rng):
    baseline = rng.uniform(0.001, 0.5)
    lift = rng.uniform(0.02, 0.9)
    arms = rng.randint(2, 8)
    alpha = 0.05 / (arms * (arms - 1) / 2)
    units = samplesize_proportions_2indep_onetail(
        baseline * lift, baseline, power=0.8, alpha=alpha, alternative="two-sided"
    )
    return {"baseline": baseline, "lift": lift, "arms": arms, "units": float(units)}


def main():
    rng = random.Random(SEED)
    json.dump(
        {
            "seed": SEED,
            "scipy": scipy.__version__,
            "statsmodels": statsmodels.__version__,
            "tables": [make_table(rng) for _ in range(1_000)],
            "holm": [make_holm(rng) for _ in range(100)],
            "ratios": [make_ratio(rng) for _ in range(200)],
            "sizes": [make_size(rng) for _ in range(100)],
            "quantiles": [
                [p, float(stats.norm.ppf(p)), float(stats.norm.cdf(stats.norm.ppf(p)))]
                for p in [1e-12, 1e-6, 0.001, 0.025, 0.2, 0.5, 0.8, 0.975, 0.9999, 1 - 1e-9]
            ],
        },
        sys.stdout,
        separators=(",", ":"),
    )
    print()


main()
