import { z } from "zod";

/** A service's id of a person or a study: Prolific's and Mechanical Turk's are letters and digits. */
export const externalId = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9._-]{1,128}$/, "An id has 1 to 128 letters, digits, dots, hyphens or underscores.");

/** Parameters that services commonly use for a person's id; a link accepts them besides its own. */
export const usualIdParameters = ["participant", "PROLIFIC_PID", "workerId"] as const;

const code = z.string().trim().max(100);

/** What a researcher decides about a participation link. */
export const saveLinkBody = z.object({
  /** Whether new people may come; those who came before can go on. */
  open: z.boolean().default(true),
  /** The name of the address's parameter that holds the service's id of the person. */
  idParameter: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_-]{1,50}$/, "A parameter's name has 1 to 50 letters, digits, hyphens or underscores.")
    .default("participant"),
  completionCode: code.default(""),
  screenedOutCode: code.default(""),
  declinedCode: code.default(""),
  /** Where people go at the end; "{code}" in it is replaced by their code. */
  returnUrl: z
    .string()
    .trim()
    .max(2000)
    .refine((text) => text === "" || /^https?:\/\/[^\s/]+/i.test(text), "Enter an address that begins with https://.")
    .default(""),
});
export type ParticipationLink = z.infer<typeof saveLinkBody>;

const participantDomain = "@participants.invalid";

/** The e-mail address of a participant's account, in a reserved domain: mail to it goes nowhere. */
export const participantAddress = (userId: string): string => `${userId}${participantDomain}`;

export const isParticipantAddress = (email: string): boolean => email.endsWith(participantDomain);

/** What a browser sends that opened a link. */
export const takePartBody = z.object({
  /** The query of the link's address, as the service filled it in. */
  query: z.record(z.string().max(100), z.string().max(1000)),
  /** Whether somebody who is signed in with an ordinary account agrees to be signed out of it. */
  leaveAccount: z.boolean().default(false),
});

/** How a person's part in a study ended; null: it goes on. */
export const participationOutcome = z.enum(["completed", "declined", "screened-out"]);
export type ParticipationOutcome = z.infer<typeof participationOutcome>;

const counts = { ratings: z.int(), submitted: z.int() };

/** Somebody who came through a link, as researchers see them. */
export const participant = z.object({
  externalId: z.string(),
  serviceStudy: z.string().nullable(),
  annotatorId: z.uuid().nullable(),
  /** Their name in exports. */
  code: z.string().nullable(),
  joinedAt: z.iso.datetime(),
  outcome: participationOutcome.nullable(),
  ...counts,
});
export type Participant = z.infer<typeof participant>;

/** A plan's link with the people who came through it. */
export const participation = z.object({
  /** Null: there is none yet. */
  link: saveLinkBody.extend({ url: z.string() }).nullable(),
  participants: z.array(participant),
});
export type Participation = z.infer<typeof participation>;

/** A participant's own part in a study. */
export const ownParticipation = z.object({
  outcome: participationOutcome.nullable(),
  /** To be entered at the service; empty while the part goes on, or if the researcher set none. */
  code: z.string(),
  /** Where to go from here; empty: nowhere. */
  returnUrl: z.string(),
  /** Samples that they skipped and nobody else has taken: to be rated before the part is complete. */
  skipped: z.int(),
  ...counts,
});
export type OwnParticipation = z.infer<typeof ownParticipation>;

type Codes = Pick<ParticipationLink, "completionCode" | "screenedOutCode" | "declinedCode" | "returnUrl">;

/** What a participant is given at the end of their part. */
export function farewell(outcome: ParticipationOutcome | null, link: Codes): Pick<OwnParticipation, "code" | "returnUrl"> {
  if (outcome === null) return { code: "", returnUrl: "" };
  const given = { completed: link.completionCode, declined: link.declinedCode, "screened-out": link.screenedOutCode }[outcome];
  return { code: given, returnUrl: link.returnUrl.replaceAll("{code}", encodeURIComponent(given)) };
}

/** How a part ended, from what is known of it. */
export function outcomeOf(part: {
  declinedAt: Date | null;
  leftAt: Date | null;
  failedExam: boolean;
  ratings: number;
  submitted: number;
}): ParticipationOutcome | null {
  if (part.declinedAt !== null) return "declined";
  if (part.failedExam) return "screened-out";
  return part.leftAt === null && part.ratings > 0 && part.submitted === part.ratings ? "completed" : null;
}
