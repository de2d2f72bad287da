import { type CriterionContent, criterionGroup, type Scale } from "./criterion";

const oneLine = (text: string) => text.replace(/\s+/gu, " ").trim();

/**
 * A criterion as the text of a draft's item: name, definition, `Group: GROUP` if it has one, `Scale: MIN to MAX`, then one line per
 * described level. A judge's proposals are stored in this form, which is readable and can be parsed again.
 */
export function criterionToText(content: CriterionContent): string {
  const { min, max, step, levels } = content.scale;
  const steps = step === null ? ", continuous" : step === 1 ? "" : `, step ${step}`;
  const described = levels.map((level) => `${level.value} = ${oneLine(level.label)}: ${oneLine(level.description)}`.trimEnd());
  const definition = content.definition.trim();
  const head = [oneLine(content.name) + (content.overall ? " (overall)" : ""), ...(definition === "" ? [] : [definition])];
  const group = content.group ? [`Group: ${content.group}`] : [];
  return [...head, ...group, `Scale: ${min} to ${max}${steps}`, ...described].join("\n");
}

const number = "-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?";
const scaleLine = new RegExp(`^Scale: (${number}) to (${number})(?:, (continuous)|, step (${number}))?$`, "u");
const groupLine = /^Group: (.*)$/u;
const levelLine = new RegExp(`^(${number}) = (.*?):(?: (.*))?$`, "u");

/**
 * Parses the text of `criterionToText`. For any other text, the first line is the name, the rest the definition, and `fallback` the
 * scale.
 */
export function criterionFromText(text: string, fallback: Scale): CriterionContent {
  const lines = text.trim().split(/\r?\n/u);
  const at = lines.findLastIndex((line) => scaleLine.test(line));
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
  const match = scaleLine.exec(lines[0] ?? "");
  if (match === null) return null;
  const [min, max] = [Number(match[1]), Number(match[2])];
  if (max <= min) return null;
  const levels = lines.slice(1).flatMap((line) => {
    const level = levelLine.exec(line);
    const value = Number(level?.[1]);
    return level === null || value < min || value > max ? [] : [{ value, label: level[2] ?? "", description: level[3] ?? "" }];
  });
  return { min, max, step: match[3] ? null : Number(match[4] ?? 1), levels };
}
