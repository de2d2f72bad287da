/** What a report groups units by. */
export const groupedBy = ["system", "subset", "column", "month", "day"] as const;
export type GroupedBy = (typeof groupedBy)[number];

/** The name of several groups of fewer than `smallestGroup` units that are taken together. */
export const smallGroups = "small groups";
