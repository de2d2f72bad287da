-- An assignment can be claimed ahead, while its annotator works on another; one at a time in each task.
ALTER TABLE "assignments" DROP CONSTRAINT "assignments_words_known",
  ADD CONSTRAINT "assignments_words_known" CHECK (arm IN ('drafted', 'blind', 'blind-then-drafted', 'unstated') AND status IN ('prepared', 'open', 'submitted', 'skipped', 'released'));
CREATE UNIQUE INDEX "assignments_prepared_once" ON "assignments" (task_id, annotator_id) WHERE status = 'prepared';
