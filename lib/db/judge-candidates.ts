import "server-only";
import type { CandidateKind, JudgeCandidate } from "@/lib/domain/judge-improvement";
import { type Db, db } from "./client";

interface NewCandidate {
  splitId: string;
  judgeId: string;
  candidateId: string;
  kind: CandidateKind;
  material: Record<string, unknown>;
  createdById: string;
}

export async function createCandidateRow(tx: Db, { material, ...candidate }: NewCandidate): Promise<string> {
  const made = tx
    .insertInto("judgeCandidates")
    .values({ ...candidate, material: JSON.stringify(material) })
    .returning("id");
  return (await made.executeTakeFirstOrThrow()).id;
}

/** A split's candidates, newest first. */
export async function listCandidateRows(splitId: string): Promise<JudgeCandidate[]> {
  const rows = await db()
    .selectFrom("judgeCandidates as k")
    .innerJoin("judges as j", "j.id", "k.judgeId")
    .innerJoin("judges as o", "o.id", "k.candidateId")
    .select(["k.id", "k.kind", "k.judgeId", "j.name as judgeName", "k.candidateId", "o.name as candidateName", "k.material", "k.createdAt"])
    .where("k.splitId", "=", splitId)
    .orderBy("k.createdAt", "desc")
    .orderBy("k.id")
    .execute();
  return rows.map(({ judgeId, judgeName, candidateId, candidateName, createdAt, ...row }) => ({
    ...row,
    judge: { id: judgeId, name: judgeName },
    candidate: { id: candidateId, name: candidateName },
    createdAt: createdAt.toISOString(),
  }));
}
