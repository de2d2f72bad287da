import type { TaskReport } from "@/lib/domain/report";
import { type ChapterName, chapterNames } from "@/lib/domain/report-chapter-names";

/** A chapter's name in its tab, and what is said where it has nothing to show. */
export const chapterWords: Readonly<Record<ChapterName, { title: string; nothing: string }>> = {
  pairwise: { title: "Pairwise", nothing: "No two outputs have been compared yet." },
  verdict: { title: "Verdict", nothing: "Nobody has rated anything yet, so there is nothing to conclude." },
  people: { title: "People", nothing: "Nobody has rated anything yet." },
  judges: {
    title: "Judges",
    nothing: "No judge's scores are on the scales of the criteria. Start a run of a judge, or import its scores, to set it beside people.",
  },
  scores: { title: "Scores", nothing: "There are no scores yet." },
  bias: {
    title: "Bias",
    nothing: "Biases are computed for a judge and people who scored the same units; no judge has any.",
  },
  influence: {
    title: "Influence",
    nothing: "Nobody has worked on a judge's draft, so it cannot have swayed anybody.",
  },
  criteria: {
    title: "Criteria",
    nothing: "Two criteria with numbers, scored on the same samples, are needed to see whether they measure the same.",
  },
  next: { title: "Next", nothing: "Once two people have rated the same units, this says how many more it takes." },
  methods: { title: "Methods", nothing: "There is nothing to describe yet." },
};

/** The chapters of a report: only pairs have the first. */
export const chaptersOf = ({ kind }: Pick<TaskReport, "kind">): ChapterName[] =>
  chapterNames.filter((name) => name !== "pairwise" || kind === "pairwise");
