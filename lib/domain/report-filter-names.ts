/** The names of a report's filters, which are also its parameters in a URL. Apart from their schemas, which pages do not load. */
export const reportFilterNames = ["criteriaSet", "arm", "judge", "system", "subset", "annotator", "finished", "from", "to"] as const;
export type ReportFilterName = (typeof reportFilterNames)[number];
