-- AlterTable
ALTER TABLE "users" ADD COLUMN     "participant" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "participation_links" (
    "plan_id" UUID NOT NULL,
    "token" TEXT NOT NULL,
    "open" BOOLEAN NOT NULL DEFAULT true,
    "id_parameter" TEXT NOT NULL DEFAULT 'participant',
    "completion_code" TEXT NOT NULL DEFAULT '',
    "screened_out_code" TEXT NOT NULL DEFAULT '',
    "declined_code" TEXT NOT NULL DEFAULT '',
    "return_url" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "participation_links_pkey" PRIMARY KEY ("plan_id")
);

-- CreateTable
CREATE TABLE "participants" (
    "plan_id" UUID NOT NULL,
    "external_id" TEXT NOT NULL,
    "service_study" TEXT,
    "user_id" TEXT NOT NULL,
    "joined_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "declined_at" TIMESTAMPTZ(3),

    CONSTRAINT "participants_pkey" PRIMARY KEY ("plan_id","external_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "participation_links_token_key" ON "participation_links"("token");

-- CreateIndex
CREATE UNIQUE INDEX "participants_user_id_key" ON "participants"("user_id");

-- AddForeignKey
ALTER TABLE "participation_links" ADD CONSTRAINT "participation_links_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "study_plans"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "participants" ADD CONSTRAINT "participants_plan_id_fkey" FOREIGN KEY ("plan_id") REFERENCES "study_plans"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "participants" ADD CONSTRAINT "participants_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What a service sends as a person's id is kept as it came, so it may hold nothing but plain characters.
ALTER TABLE "participants" ADD CONSTRAINT "participants_external_id_check" CHECK ("external_id" ~ '^[A-Za-z0-9._-]{1,128}$');
