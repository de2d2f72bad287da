#!/usr/bin/env python3
"""Times the Python packages to compare with `npm run bench:stats`: fast-krippendorff and scipy, if installed.

Optional: python3 bench/python-baseline.py
"""
import statistics
import time

try:
    import numpy as np
except ImportError:
    raise SystemExit("numpy is not installed; nothing to time")


def median_ms(run, repeats):
    run()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def likert(units, raters, missing=0.2):
    """Latent-normal ratings of 1..5, raters as rows, NaN where missing."""
    random = np.random.default_rng(2026)
    shared = np.sqrt(0.6) * random.standard_normal(units)
    scores = shared + np.sqrt(0.4) * random.standard_normal((raters, units))
    ratings = 1.0 + np.searchsorted([-1.2815515655446004, -0.5244005127080407, 0.5244005127080407, 1.2815515655446004], scores)
    ratings[random.random((raters, units)) < missing] = np.nan
    return ratings


def time_alpha():
    try:
        import krippendorff
    except ImportError:
        print("fast-krippendorff is not installed (pip install krippendorff): skipped")
        return
    for label, units, raters, repeats in (("P1 200x6", 200, 6, 100), ("P4 10,000x5", 10_000, 5, 30), ("P5 10^6 ratings", 166_667, 6, 5)):
        ratings = likert(units, raters)
        for level in ("nominal", "ordinal", "interval"):
            ms = median_ms(lambda: krippendorff.alpha(reliability_data=ratings, level_of_measurement=level, value_domain=[1, 2, 3, 4, 5]), repeats)
            print(f"{label:18} {level:9} {ms:10.3f} ms   (one alpha; 1000 resamples {ms:.1f} s)")


def time_kendall():
    try:
        from scipy.stats import kendalltau
    except ImportError:
        print("scipy is not installed: skipped")
        return
    random = np.random.default_rng(7)
    grid = likert(1_000_000, 2, 0)
    shared = random.standard_normal(1_000_000)
    x, y = shared + random.standard_normal(1_000_000), shared + random.standard_normal(1_000_000)
    print(f"P7a tau-b, 10^6 pairs on a grid {median_ms(lambda: kendalltau(grid[0], grid[1]), 5):10.1f} ms")
    print(f"P7b tau-b, 10^6 continuous      {median_ms(lambda: kendalltau(x, y), 3):10.1f} ms")


time_alpha()
time_kendall()
