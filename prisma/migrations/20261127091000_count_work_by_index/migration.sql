-- A task's work is counted by the index alone, without its rows.
CREATE INDEX "assignments_task_id_status_purpose_idx" ON "assignments"("task_id", "status", "purpose");

-- DropIndex
DROP INDEX "assignments_task_id_status_idx";

-- Figures rest on work alone, so a change of purpose is one too.
DROP TRIGGER "assignment_changed" ON "assignments";
CREATE TRIGGER "assignment_changed" AFTER UPDATE OF "status", "annotator_id", "arm", "run_id", "round", "purpose" ON "assignments" FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.* AND (OLD."status" = 'submitted' OR NEW."status" = 'submitted')) EXECUTE FUNCTION "count_assignment_change"();
