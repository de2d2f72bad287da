import { type CriterionContent, criterionGroup, type Scale, scale as scaleSchema } from "./criterion";
import { isCategorical } from "./labels";

const oneLine = (text: string) => text.replace(/\s+/gu, " ").trim();

/**
 * A criterion as the text of a draft's item: name, definition, `Group: GROUP` if it has one, `Scale: MIN to MAX`, then one line per
 * described level; or `Labels:`, then each label in quotation marks; either with `, more than one can be right`. A judge's proposals are stored in this form, which is readable and can be parsed again.
 */
export function criterionToText(content: CriterionContent): string {
  const definition = content.definition.trim();
  const head = [oneLine(content.name) + (content.overall ? " (overall)" : ""), ...(definition === "" ? [] : [definition])];
  const group = content.group ? [`Group: ${content.group}`] : [];
  return [...head, ...group, ...scaleLines(content.scale)].join("\n");
}

function scaleLines(scale: Scale): string[] {
  const { min, max, step, levels } = scale;
  const several = scale.several ? severalWords : "";
  const texts = levels.map((level) => ({ value: level.value, label: oneLine(level.label), description: oneLine(level.description) }));
  if (isCategorical(scale)) {
    const lines = texts.map(({ label, description }) => `${JSON.stringify(label)}${description === "" ? "" : `: ${description}`}`);
    return [`Labels${several}:`, ...lines];
  }
  const steps = step === null ? ", continuous" : step === 1 ? "" : `, step ${step}`;
  const described = texts.map(({ value, label, description }) => `${value} = ${label}: ${description}`.trimEnd());
  return [`Scale: ${min} to ${max}${steps}${several}`, ...described];
}

const severalWords = ", more than one can be right";
const number = "-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?";
const scaleLine = new RegExp(`^Scale: (${number}) to (${number})(?:, (continuous)|, step (${number}))?(${severalWords})?$`, "u");
const labelsLine = new RegExp(`^Labels(${severalWords})?:$`, "u");
const labelLine = /^("(?:[^"\\]|\\.)+")(?:: (.*))?$/u;
const groupLine = /^Group: (.*)$/u;
const levelLine = new RegExp(`^(${number}) = (.*?):(?: (.*))?$`, "u");

/**
 * Parses the text of `criterionToText`. For any other text, the first line is the name, the rest the definition, and `fallback` the
 * scale.
 */
export function criterionFromText(text: string, fallback: Scale): CriterionContent {
  const lines = text.trim().split(/\r?\n/u);
  const at = lines.findLastIndex((line) => scaleLine.test(line) || labelsLine.test(line));
  const scale = at === -1 ? null : readScale(lines.slice(at));
  const group = scale === null ? undefined : criterionGroup.safeParse(groupLine.exec(lines[at - 1] ?? "")?.[1]).data;
  const body = scale === null ? lines : lines.slice(0, group === undefined ? at : at - 1);
  const first = (body[0] ?? "").replace(/^\s*\p{Nd}+\s*[.)、]\s*/u, "").trim();
  const overall = first.endsWith(" (overall)");
  const whole = overall ? first.slice(0, -" (overall)".length) : first;
  const split = scale === null && body.length === 1 ? /^([^:：]{1,200})[:：]\s*(.+)$/su.exec(whole) : null;
  const name = (split?.[1] ?? whole).trim();
  const definition = split?.[2] ?? body.slice(1).join("\n");
  return {
    name: name.slice(0, 1000),
    definition: definition.trim().slice(0, 20_000),
    scale: scale ?? fallback,
    overall,
    ...(group && { group }),
  };
}

function readScale(lines: string[]): Scale | null {
  const labels = labelsLine.exec(lines[0] ?? "");
  if (labels !== null) return readLabels(lines.slice(1), labels[1] !== undefined);
  const match = scaleLine.exec(lines[0] ?? "");
  if (match === null) return null;
  const [min, max] = [Number(match[1]), Number(match[2])];
  if (max <= min) return null;
  const levels = lines.slice(1).flatMap((line) => {
    const level = levelLine.exec(line);
    const value = Number(level?.[1]);
    return level === null || value < min || value > max ? [] : [{ value, label: level[2] ?? "", description: level[3] ?? "" }];
  });
  return { min, max, step: match[3] ? null : Number(match[4] ?? 1), levels, ...(match[5] && { several: true }) };
}

function readLabels(lines: string[], several: boolean): Scale | null {
  const levels = lines.map((line) => {
    const [, label = "", description = ""] = labelLine.exec(line) ?? [];
    return { label: labelIn(label), description };
  });
  return scaleSchema.safeParse({ kind: "categorical", levels, ...(several && { several }) }).data ?? null;
}

/** A label as `JSON.stringify` quoted it; empty if it is not quoted like that. */
function labelIn(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return "";
  }
}
