-- CreateTable
CREATE TABLE "exams" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "task_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "criteria_set_id" UUID NOT NULL,
    "content" JSONB NOT NULL,
    "opened_by_id" TEXT,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "exams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "exam_tries" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "exam_id" UUID NOT NULL,
    "task_id" UUID NOT NULL,
    "annotator_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "within" INTEGER,
    "scored" INTEGER,
    "passed" BOOLEAN,
    "note" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "exam_tries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "qualifications" (
    "task_id" UUID NOT NULL,
    "annotator_id" UUID NOT NULL,
    "passed_at" TIMESTAMPTZ(3),
    "extra_tries" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "qualifications_pkey" PRIMARY KEY ("task_id","annotator_id")
);

-- CreateIndex
CREATE INDEX "exams_criteria_set_id_idx" ON "exams"("criteria_set_id");

-- CreateIndex
CREATE UNIQUE INDEX "exams_task_id_version_key" ON "exams"("task_id", "version");

-- CreateIndex
CREATE INDEX "exam_tries_exam_id_idx" ON "exam_tries"("exam_id");

-- CreateIndex
CREATE INDEX "exam_tries_annotator_id_idx" ON "exam_tries"("annotator_id");

-- CreateIndex
CREATE UNIQUE INDEX "exam_tries_task_id_annotator_id_number_key" ON "exam_tries"("task_id", "annotator_id", "number");

-- CreateIndex
CREATE INDEX "qualifications_annotator_id_idx" ON "qualifications"("annotator_id");

-- AddForeignKey
ALTER TABLE "exams" ADD CONSTRAINT "exams_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exams" ADD CONSTRAINT "exams_criteria_set_id_fkey" FOREIGN KEY ("criteria_set_id") REFERENCES "criteria_sets"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exam_tries" ADD CONSTRAINT "exam_tries_exam_id_fkey" FOREIGN KEY ("exam_id") REFERENCES "exams"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exam_tries" ADD CONSTRAINT "exam_tries_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exam_tries" ADD CONSTRAINT "exam_tries_annotator_id_fkey" FOREIGN KEY ("annotator_id") REFERENCES "annotators"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "qualifications" ADD CONSTRAINT "qualifications_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "qualifications" ADD CONSTRAINT "qualifications_annotator_id_fkey" FOREIGN KEY ("annotator_id") REFERENCES "annotators"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what the schema cannot say.
CREATE UNIQUE INDEX "exams_one_in_force" ON "exams" (task_id) WHERE closed_at IS NULL;
CREATE UNIQUE INDEX "exam_tries_one_open" ON "exam_tries" (task_id, annotator_id) WHERE ended_at IS NULL;
ALTER TABLE "exam_tries" ADD CONSTRAINT "exam_tries_number" CHECK (number > 0),
  ADD CONSTRAINT "exam_tries_ended" CHECK ((ended_at IS NULL) = (passed IS NULL) AND (passed IS NULL) = (within IS NULL) AND (within IS NULL) = (scored IS NULL)),
  ADD CONSTRAINT "exam_tries_within" CHECK (within BETWEEN 0 AND scored);
ALTER TABLE "qualifications" ADD CONSTRAINT "qualifications_extra_tries" CHECK (extra_tries >= 0);
