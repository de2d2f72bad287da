import "server-only";
import type { z } from "zod";
import { authenticate } from "@/lib/auth/authenticate";
import { networkOf } from "@/lib/auth/client-address";
import { startSession } from "@/lib/auth/start-session";
import { appendAudit } from "@/lib/db/audit";
import { inTransaction } from "@/lib/db/client";
import { addParticipant, findJoined, findLinkByToken, lockLink } from "@/lib/db/participants";
import { countAttempts } from "@/lib/db/sign-in-attempts";
import { AppError } from "@/lib/domain/errors";
import { externalId, type takePartBody, usualIdParameters } from "@/lib/domain/participation";

const windowSeconds = 300;
/** Openings of participation links from one network; a laboratory of participants may share one. */
const mostOpenings = 120;

/**
 * Lets somebody take part in a study through its participation link: the first time, they get an account without a password and a place; later, the
 * same id continues as the same person. Run before anybody is signed in, so without an actor.
 * @returns where the work begins, and the cookies of the new session
 * @throws not_found for a link that does not exist or was renewed; conflict, worded for the person, while the study does not run, when the link is
 * closed or all places are taken, or when an ordinary account is signed in here; invalid_input without a proper id; rate_limited
 */
export async function takePart(
  input: { token: string } & z.infer<typeof takePartBody>,
  headers: Headers,
): Promise<{ path: string; setCookies: string[] }> {
  await limitOpenings(headers);
  const link = await findLinkByToken(input.token);
  if (link === null) throw new AppError("not_found", "This link does not work any more. Go back to where you found it and open it again.");
  const person = readId(input.query, link.idParameter);
  const study = externalId.safeParse(input.query.study ?? input.query.STUDY_ID);
  if (link.status === "draft") throw new AppError("conflict", "This study has not started yet.");
  if (link.status === "closed") throw new AppError("conflict", "This study is closed.");
  const current = await authenticate(headers);
  if (current !== null && current.actor.onlyTask === undefined && !input.leaveAccount)
    throw new AppError("conflict", `You are signed in as ${current.actor.name}.`, { details: { signedInAs: current.actor.name } });
  const { projectId, planId } = link;
  const userId = await inTransaction(async (tx) => {
    await lockLink(tx, planId);
    const known = await findJoined(tx, { planId, externalId: person });
    if (known?.banned) throw new AppError("forbidden", "Your part in this study was ended by a researcher.");
    if (known !== null) return known.userId;
    const { lastDay } = link.content;
    if (!link.open || (lastDay !== null && new Date().toISOString().slice(0, 10) > lastDay))
      throw new AppError("conflict", "This study takes no new people any more.");
    const serviceStudy = study.success ? study.data : null;
    const made = await addParticipant(tx, { projectId, planId, externalId: person, serviceStudy });
    const [verb, targetKind] = ["participant.join", "person"] as const;
    await appendAudit(tx, { projectId, userId: made.userId, verb, targetKind, targetId: made.userId, details: { code: made.code } });
    return made.userId;
  });
  return { path: `/projects/${projectId}/annotate/next`, setCookies: await startSession(userId, headers) };
}

/** The service's id of the person. Throws invalid_input, naming the parameter, when it is missing or malformed. */
function readId(query: Record<string, string>, ownParameter: string): string {
  const names = [...new Set([ownParameter, ...usualIdParameters])];
  const given = names.map((name) => query[name]).find((value) => value !== undefined && value.trim() !== "");
  const parsed = externalId.safeParse(given ?? "");
  if (parsed.success) return parsed.data;
  const message =
    given === undefined
      ? `Your participant id is missing from the address: it must end in ?${ownParameter}=YOUR_ID. Open the link from the service that sent you.`
      : `The participant id in the address is not valid. ${parsed.error.issues[0]?.message ?? ""}`;
  throw new AppError("invalid_input", message, { details: { issues: [{ path: ownParameter, message }] } });
}

async function limitOpenings(headers: Headers): Promise<void> {
  const [counted] = await countAttempts([`take-part|network|${networkOf(headers)}`], windowSeconds);
  if (counted === undefined || counted.count <= mostOpenings) return;
  const message = `This link was opened too often from your network. Try again in ${Math.ceil(counted.secondsLeft / 60)} minutes.`;
  throw new AppError("rate_limited", message, { retryAfterSeconds: counted.secondsLeft });
}
