/**
 * The version of the statistics: raised whenever the same data would give another figure, so that a frozen report says which arithmetic made it.
 * lib/report/statistics-version.test.ts fails until that is done. A migration of that version (reports_of_statistics_N) then deletes the stored reports
 * (stored_reports), which would else be shown until their data change.
 */
export const statisticsVersion = "14";
