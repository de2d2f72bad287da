import type { FilterTexts } from "@/lib/domain/report-filter";
import { armWords } from "./arm-words";

/** "judge gpt, arm blind, finished samples only, from 2026-01-02": what a report or a list is narrowed to; "" narrows nothing. */
export function narrowingWords({ judge, criteriaSet, arm, system, subset, annotator, finished, from, to }: FilterTexts): string {
  return [
    ...(judge === undefined ? [] : [`judge ${judge}`]),
    ...(criteriaSet === undefined ? [] : [`criteria set ${criteriaSet}`]),
    ...(arm === undefined ? [] : [`arm ${armWords(arm)}`]),
    ...(system === undefined ? [] : [`system ${system}`]),
    ...(subset === undefined ? [] : [`subset ${subset}`]),
    ...(annotator === undefined ? [] : [`annotator ${annotator}`]),
    ...(finished === "true" ? ["finished samples only"] : []),
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(to === undefined ? [] : [`until ${to}`]),
  ].join(", ");
}
