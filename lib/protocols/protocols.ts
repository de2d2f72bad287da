import type { ProtocolName } from "@/lib/domain/judge";
import { camievalPairwise } from "./camieval-pairwise/camieval-pairwise";
import { camievalPointwise } from "./camieval-pointwise/camieval-pointwise";
import { criteriaProposal } from "./criteria-proposal/criteria-proposal";
import { critique } from "./critique/critique";
import { direct } from "./direct/direct";
import type { Protocol } from "./protocol";
import { rubric } from "./rubric/rubric";
import { stepByStep } from "./step-by-step/step-by-step";

/** The protocols by which samples can be drafted. A new one is one folder and one line here. */
export const protocols: readonly Protocol[] = [direct, stepByStep, camievalPointwise, camievalPairwise, rubric, critique];

/** The protocol of that name, or null. */
export const findProtocol = (name: string): Protocol | null =>
  protocols.find((protocol) => protocol.name === (name as ProtocolName)) ?? null;

/** Everything whose prompts a project can reword: the protocols, and the proposal of criteria. Null: nothing has that name. */
export const findWorded = (name: string): (Pick<Protocol, "title" | "prompts"> & { name: string }) | null =>
  [...protocols, criteriaProposal].find((worded) => worded.name === name) ?? null;
