-- CreateTable
CREATE TABLE "exclusions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "annotator_id" UUID NOT NULL,
    "task_id" UUID,
    "reason" TEXT NOT NULL,
    "excluded_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lifted_by_id" TEXT,
    "lifted_at" TIMESTAMPTZ(3),

    CONSTRAINT "exclusions_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "exclusions_annotator_id_idx" ON "exclusions"("annotator_id");

-- CreateIndex
CREATE INDEX "exclusions_task_id_idx" ON "exclusions"("task_id");

-- AddForeignKey
ALTER TABLE "exclusions" ADD CONSTRAINT "exclusions_annotator_id_fkey" FOREIGN KEY ("annotator_id") REFERENCES "annotators"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exclusions" ADD CONSTRAINT "exclusions_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what the schema cannot say. One exclusion in force for each annotator and scope; a lifted one is history.
CREATE UNIQUE INDEX "exclusions_one_of_task" ON "exclusions" (annotator_id, task_id) WHERE lifted_at IS NULL AND task_id IS NOT NULL;
CREATE UNIQUE INDEX "exclusions_one_of_project" ON "exclusions" (annotator_id) WHERE lifted_at IS NULL AND task_id IS NULL;
ALTER TABLE "exclusions" ADD CONSTRAINT "exclusions_reason" CHECK (btrim(reason) <> '');
