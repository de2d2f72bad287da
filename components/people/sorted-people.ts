import type { TaskPerson } from "@/lib/domain/task-person";

/** Neutral columns: none of them says who is better. */
export type SortColumn = "label" | "submitted" | "lastActiveAt";

export interface Order {
  by: SortColumn;
  descending: boolean;
}

/** The people in this order; equals by name or code. */
export function sortedPeople(people: readonly TaskPerson[], { by, descending }: Order): TaskPerson[] {
  const byLabel = (a: TaskPerson, b: TaskPerson) => a.label.localeCompare(b.label, "en");
  const compare = (a: TaskPerson, b: TaskPerson): number => {
    if (by === "submitted") return a.submitted - b.submitted;
    return by === "label" ? byLabel(a, b) : (a.lastActiveAt ?? "").localeCompare(b.lastActiveAt ?? "");
  };
  return people.toSorted((a, b) => (descending ? -compare(a, b) : compare(a, b)) || byLabel(a, b));
}
