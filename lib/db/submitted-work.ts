import "server-only";
import { expressionBuilder } from "kysely";
import type { DB } from "@/generated/kysely/types";

const work = expressionBuilder<DB>();

/** Submitted assignments `a` that count as people's work, as the inner query of a condition; those of exams, calibration and known answers do not. */
export const submittedWork = () =>
  work.selectFrom("assignments as a").select("a.id").where("a.status", "=", "submitted").where("a.purpose", "=", "work");
