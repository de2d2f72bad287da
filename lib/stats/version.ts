/**
 * The version of the statistics: raised whenever the same data would give another figure, so that a frozen report says which arithmetic made it.
 * lib/report/statistics-version.test.ts fails until that is done.
 */
export const statisticsVersion = "6";
