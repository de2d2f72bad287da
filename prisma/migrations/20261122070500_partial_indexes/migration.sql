-- Most rows have a null here: an index without them costs imports and saves nothing. The schema file cannot say this.
DROP INDEX "assignments_run_id_idx";
CREATE INDEX "assignments_run_id_idx" ON "assignments"("run_id") WHERE "run_id" IS NOT NULL;
DROP INDEX "actions_criteria_set_id_seq_key";
CREATE UNIQUE INDEX "actions_criteria_set_id_seq_key" ON "actions"("criteria_set_id", "seq") WHERE "criteria_set_id" IS NOT NULL;
