/** The names of a report's filters, which are also its parameters in the API. Apart from their schemas, which pages do not load. */
export const reportFilterNames = ["criteriaSet", "arm", "judge", "system", "subset", "annotator", "finished", "from", "to"] as const;
export type ReportFilterName = (typeof reportFilterNames)[number];

/** The parameter of a filter in a page's URL, where `judge` says whose figures a panel of one judge shows. */
export const pageParameter = (name: ReportFilterName) => (name === "judge" ? "onlyJudge" : name);
