-- DropIndex
DROP INDEX "assignments_criteria_set_id_idx";

-- CreateIndex
CREATE INDEX "assignments_criteria_set_id_submitted_at_idx" ON "assignments"("criteria_set_id", "submitted_at");
