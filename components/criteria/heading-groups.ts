import type { CriterionLine } from "@/lib/review/apply-criteria-actions";

export interface HeadingGroup {
  /** Null: the list has no headings. */
  heading: string | null;
  lines: CriterionLine[];
}

/** Groups lines under the proposal's headings, in order; if there are headings, added criteria get a separate one. */
export function headingGroups(lines: readonly CriterionLine[]): HeadingGroup[] {
  const hasHeadings = lines.some(({ heading }) => heading !== null);
  const groups: HeadingGroup[] = [];
  for (const line of lines) {
    const heading = line.heading ?? (hasHeadings && line.original === null ? "Added here" : null);
    const last = groups.at(-1);
    if (last?.heading === heading) last.lines.push(line);
    else groups.push({ heading, lines: [line] });
  }
  return groups;
}
