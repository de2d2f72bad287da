import { AppError } from "@/lib/domain/errors";
import type { JudgeRoles, ModelRole } from "@/lib/domain/judge";
import type { JudgeKind } from "@/lib/domain/judge-kind";
import { findProtocol } from "./protocols";

/** The settings of a judge with an endpoint, and the records they refer to. */
export interface JudgeChoices {
  protocol: string;
  options: Record<string, unknown>;
  roles: JudgeRoles;
  /** The judges of the same project that the roles name. */
  partners: readonly { id: string; name: string; kind: JudgeKind; archived: boolean }[];
  /** The prompt version the judge names; null: the project has no such version; undefined: the judge names none. */
  wording: { protocol: string; version: number } | null | undefined;
}

interface Issue {
  path: string;
  message: string;
}

const partOf: Record<Exclude<ModelRole, "judge">, string> = {
  weak: "a judge whose model writes the weak output",
  reviser: "a judge whose model revises the output",
  embedding: "a judge whose model computes embeddings",
};

/** Checks a judge's options (by the protocol's schema), roles and wording. Throws invalid_input naming each bad field. */
export function demandChoices(choices: JudgeChoices): void {
  const issues = [...optionIssues(choices), ...roleIssues(choices), ...wordingIssues(choices)];
  refuse(issues);
}

/** Checks that the members of a panel are judges of its project and not panels themselves. Throws invalid_input naming each that fails. */
export function demandMembers(members: readonly string[], found: JudgeChoices["partners"]): void {
  const issues = members.flatMap((id, index): Issue[] => {
    const path = `options.members.${index}`;
    const member = found.find((one) => one.id === id);
    if (member === undefined) return [{ path, message: "There is no such judge in this project." }];
    return member.kind === "panel" ? [{ path, message: `"${member.name}" is itself a panel.` }] : [];
  });
  refuse(issues);
}

/** Checks that a wording belongs to the project and to this protocol. Throws invalid_input naming `path`. */
export function demandWording(protocol: string, wording: JudgeChoices["wording"], path: string): void {
  refuse(wordingIssues({ protocol, wording }).map(({ message }) => ({ path, message })));
}

function refuse(issues: Issue[]): void {
  if (issues.length === 0) return;
  throw new AppError("invalid_input", issues.map(({ path, message }) => `${path}: ${message}`).join("; "), { details: { issues } });
}

function optionIssues({ protocol, options }: JudgeChoices): Issue[] {
  const known = findProtocol(protocol);
  if (known === null) return [{ path: "protocol", message: `There is no protocol "${protocol}" here.` }];
  const read = known.options.safeParse(options);
  return read.success ? [] : read.error.issues.map(({ path, message }) => ({ path: ["options", ...path.map(String)].join("."), message }));
}

function roleIssues({ protocol, options, roles, partners }: JudgeChoices): Issue[] {
  const known = findProtocol(protocol);
  const needed = known?.options.safeParse(options).success ? known.needs(options) : [];
  const missing = needed
    .filter((role) => roles[role] === undefined)
    .map((role) => ({
      path: `roles.${role}`,
      message: `${known?.title ?? protocol} with these options needs ${partOf[role]}.`,
    }));
  const unfit = Object.entries(roles).flatMap(([role, id]) => {
    const partner = partners.find((one) => one.id === id);
    if (partner === undefined) return [{ path: `roles.${role}`, message: "There is no such judge in this project." }];
    if (partner.archived) return [{ path: `roles.${role}`, message: `The judge "${partner.name}" is archived.` }];
    return partner.kind === "endpoint" ? [] : [{ path: `roles.${role}`, message: `The judge "${partner.name}" has no endpoint to ask.` }];
  });
  return [...missing, ...unfit];
}

function wordingIssues({ protocol, wording }: Pick<JudgeChoices, "protocol" | "wording">): Issue[] {
  if (wording === undefined) return [];
  if (wording === null) return [{ path: "promptVersionId", message: "There is no such prompt version in this project." }];
  if (wording.protocol === protocol) return [];
  return [
    { path: "promptVersionId", message: `Version ${wording.version} is for the prompts of "${wording.protocol}", not of "${protocol}".` },
  ];
}
