import { type CriterionContent, type CriterionGroup, criterionContent, type Scale } from "@/lib/domain/criterion";
import { groupHeadings } from "@/lib/domain/criterion-group";
import { criterionToText } from "@/lib/domain/criterion-text";
import type { DraftContent } from "@/lib/domain/draft";
import { answerIn } from "../answer-in";
import { jsonInReply } from "../json-in-reply";
import { agreeing } from "../open-reply";
import type { Reading } from "../protocol";

/** The scale of a criterion for which the reply names none that can be used. The researcher decides on the final one. */
const proposedScale: Scale = { min: 1, max: 5, step: 1, levels: [] };
const mostCriteria = 12;
const mostPoints = 101;

/** A scale in whole numbers between two ends; null if they are not ends of one. */
const scaleBetween = (min: unknown, max: unknown): Scale | null =>
  Number.isSafeInteger(min) && Number.isSafeInteger(max) && Number(min) < Number(max) && Number(max) - Number(min) < mostPoints
    ? { min: Number(min), max: Number(max), step: 1, levels: [] }
    : null;

function scaleIn(fields: object): Scale | null {
  const own = "scale" in fields ? fields.scale : null;
  return typeof own === "object" && own !== null && "min" in own && "max" in own ? scaleBetween(own.min, own.max) : null;
}

/** `group`: null if the reply does not say. */
export interface ProposedCriterion {
  content: CriterionContent;
  group: CriterionGroup | null;
}

/** A proposed list of criteria, in the order of the reply. */
export interface CriteriaList {
  criteria: ProposedCriterion[];
  raw: string;
}

/** Reads a list of criteria: JSON, or numbered or bulleted lines. `labels`: whether a criterion may have labels in place of numbers. */
export function readCriteria(reply: string, labels: boolean): Reading<CriteriaList> {
  const answer = answerIn(reply);
  if (!answer.ok) return answer;
  const json = jsonInReply(answer.value);
  if (json.kind === "truncated") return { ok: false, problem: "The JSON of the reply is cut off." };
  const lists = json.kind === "found" ? json.objects.map(({ value }) => fromJson(value, labels)).filter((list) => list.length > 0) : [];
  const agreed = lists.length > 0 || json.kind === "found" ? agreeing(lists) : null;
  if (agreed !== null && !agreed.ok) return lists.length > 0 ? agreed : { ok: false, problem: "The reply holds no list of criteria." };
  const criteria = agreed === null ? fromLines(answer.value, labels) : agreed.value;
  if (criteria.length === 0) return { ok: false, problem: "The reply holds no list of criteria." };
  if (criteria.length > mostCriteria)
    return { ok: false, problem: `The reply lists ${criteria.length} criteria; at most ${mostCriteria} can be used.` };
  return { ok: true, value: { criteria, raw: reply } };
}

/** A list as draft items: one heading per group, one item per criterion below it, the overall criterion last. */
export function itemsOfCriteria(criteria: readonly ProposedCriterion[]): DraftContent["items"] {
  const line = ({ content, group }: ProposedCriterion) => ({ kind: "criterion" as const, text: criterionToText({ ...content, group }) });
  const under = (heading: string, some: ProposedCriterion[]): DraftContent["items"] =>
    some.length === 0 ? [] : [{ kind: "heading", text: heading }, ...some.map(line)];
  if (criteria.some(({ group }) => group === null)) return criteria.map(line);
  const parts = criteria.filter(({ content }) => !content.overall);
  return [
    ...under(
      groupHeadings.general,
      parts.filter(({ group }) => group === "general"),
    ),
    ...under(
      groupHeadings["task-specific"],
      parts.filter(({ group }) => group === "task-specific"),
    ),
    ...under(
      "Overall",
      criteria.filter(({ content }) => content.overall),
    ),
  ];
}

/** The text of a criterion for comparing lists. */
export const textOfCriterion = ({ content: { name, definition } }: ProposedCriterion): string =>
  definition === "" ? name : `${name}: ${definition}`;

const groupIn = (said: unknown): CriterionGroup | null =>
  typeof said !== "string"
    ? null
    : /^\W*general\b/iu.test(said)
      ? "general"
      : /^\W*(?:task[\s-]?)?specific\b/iu.test(said)
        ? "task-specific"
        : null;

function fromJson(value: Record<string, unknown>, labels: boolean): ProposedCriterion[] {
  const list = Object.values(value).find(Array.isArray) ?? [];
  return list.flatMap((entry: unknown) => {
    const fields = typeof entry === "string" ? { name: entry } : typeof entry === "object" && entry !== null ? { ...entry } : {};
    const levels = "levels" in fields && Array.isArray(fields.levels) ? fields.levels : [];
    const named = labels && "labels" in fields && Array.isArray(fields.labels) ? fields.labels : [];
    const own = scaleIn(fields) ?? proposedScale;
    const scales = [...(named.length > 0 ? [labelScale(named)] : []), { ...own, levels }, own];
    // The first scale that holds: a list of one label, or a level off the scale, costs the scale and not the criterion.
    const read = scales.flatMap((scale) => criterionContent.safeParse({ ...fields, group: undefined, scale }).data ?? [])[0];
    return read === undefined ? [] : [{ content: read, group: groupIn("group" in fields ? fields.group : null) }];
  });
}

const labelScale = (labels: readonly unknown[]) => ({
  kind: "categorical",
  levels: labels.map((one) => (typeof one === "string" ? { label: one } : one)),
});

/** Numbered or bulleted lines, "Name (1-3): definition [label | label]", under the label of their group. Other lines are chatter around the list. */
function fromLines(answer: string, labels: boolean): ProposedCriterion[] {
  let group: CriterionGroup | null = null;
  return answer.split(/\r?\n/u).flatMap((line) => {
    const plain = line.replaceAll(/\*\*|__|`/gu, "");
    if (/^[\s#]*[\p{L}-][\p{L}\s-]{0,39}[:：]?\s*$/u.test(plain)) group = groupIn(plain.replace(/^[\s#]+/u, "")) ?? group;
    const match = /^\s*(?:\p{Nd}{1,2}\s*[.)、:]|[-*•])\s+(.{3,})$/su.exec(plain);
    if (match?.[1] === undefined) return [];
    const [, before, min, max, after] =
      /^([^:：]{1,100}?)\s*[(（](-?\d{1,3})\s*(?:[-–—]|to)\s*(-?\d{1,3})[)）]\s*(.*)$/u.exec(match[1]) ?? [];
    const own = scaleBetween(Number(min ?? Number.NaN), Number(max ?? Number.NaN));
    const said = own === null ? match[1] : `${before}${after}`;
    const [, name, definition] = /^([^:：–—]{2,100})\s*[:：–—]\s*(.+)$/su.exec(said) ?? [null, said, ""];
    const bracketed = labels ? /^(.*?)(?<!\s)\s*\[([^[\]|]+(?:\|[^[\]|]+)+)\]\s*\.?$/u.exec(definition ?? "") : null;
    const scale = bracketed?.[2] === undefined ? (own ?? proposedScale) : labelScale(bracketed[2].split("|"));
    const content = { name, definition: bracketed?.[1] ?? definition, scale, overall: /^overall\b/iu.test(name ?? "") };
    const read = criterionContent.safeParse(content).data ?? criterionContent.safeParse({ ...content, scale: proposedScale }).data;
    return read === undefined ? [] : [{ content: read, group }];
  });
}
