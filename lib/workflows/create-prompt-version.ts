import "server-only";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { createPromptVersionRow, getPromptVersion } from "@/lib/db/prompt-versions";
import { AppError, found } from "@/lib/domain/errors";
import { type Actor, demand } from "@/lib/domain/policy";
import type { PromptVersionRow } from "@/lib/domain/prompt-version";
import { promptVersion, wordingOf } from "@/lib/protocols/define-protocol";
import { promptProblems } from "@/lib/protocols/fill-prompt";
import type { Protocol } from "@/lib/protocols/protocol";
import { findWorded } from "@/lib/protocols/protocols";

interface Input {
  projectId: string;
  protocol: string;
  texts: Record<string, string>;
  note: string;
}

/**
 * Saves the prompts of a protocol, or of criteria proposals, as the next version; saving identical texts returns their existing version.
 * Throws invalid_input naming the prompt and the invalid placeholder, and already_exists for the built-in prompts, which need no version.
 */
export async function createPromptVersion(actor: Actor, input: Input): Promise<PromptVersionRow> {
  const { projectId, note } = input;
  demand(actor, "judge.edit", projectId);
  const protocol = found(findWorded(input.protocol), `protocol "${input.protocol}"`);
  const issues = wordingProblems(protocol, input.texts);
  if (issues.length > 0) {
    throw new AppError("invalid_input", issues.map(({ path, message }) => `${path}: ${message}`).join("; "), { details: { issues } });
  }
  const texts = wordingOf(protocol, input.texts);
  const hash = promptVersion(texts);
  if (Object.entries(wordingOf(protocol)).every(([name, text]) => texts[name] === text))
    throw new AppError("already_exists", "These are the built-in prompts.");
  const id = await inTransaction(async (client) => {
    const made = await createPromptVersionRow(client, { projectId, protocol: protocol.name, texts, hash, note, createdById: actor.userId });
    if (made.isNew) {
      const details = { protocol: protocol.name, hash };
      await appendAudit(client, {
        projectId,
        userId: actor.userId,
        verb: "prompts.edit",
        targetKind: "prompt-version",
        targetId: made.id,
        details,
      });
    }
    return made.id;
  });
  return getPromptVersion(id);
}

function wordingProblems(
  protocol: Pick<Protocol, "title" | "prompts">,
  texts: Record<string, string>,
): { path: string; message: string }[] {
  return Object.entries(texts).flatMap(([name, text]) => {
    const prompt = Object.hasOwn(protocol.prompts, name) ? protocol.prompts[name] : undefined;
    const problems = prompt === undefined ? [`${protocol.title} has no such prompt.`] : promptProblems(prompt, text);
    return problems.map((message) => ({ path: `texts.${name}`, message }));
  });
}
