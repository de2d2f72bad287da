import type { ProtocolName } from "@/lib/domain/judge";
import { camievalPairwise } from "./camieval-pairwise/camieval-pairwise";
import { camievalPointwise } from "./camieval-pointwise/camieval-pointwise";
import { criteriaProposal } from "./criteria-proposal/criteria-proposal";
import { critique } from "./critique/critique";
import { direct } from "./direct/direct";
import type { Protocol } from "./protocol";
import { rubric } from "./rubric/rubric";
import { stepByStep } from "./step-by-step/step-by-step";

/** All drafting protocols. To add one, add a folder and a line here. */
export const protocols: readonly Protocol[] = [direct, stepByStep, camievalPointwise, camievalPairwise, rubric, critique];

/** The protocol of that name, or null. */
export const findProtocol = (name: string): Protocol | null =>
  protocols.find((protocol) => protocol.name === (name as ProtocolName)) ?? null;

/** Anything whose prompts a project can reword: a protocol, or the criteria proposal. Null if the name is unknown. */
export const findWorded = (name: string): (Pick<Protocol, "title" | "prompts"> & { name: string }) | null =>
  [...protocols, criteriaProposal].find((worded) => worded.name === name) ?? null;
