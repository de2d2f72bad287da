-- CreateTable
CREATE TABLE "retention_rules" (
    "kind" TEXT NOT NULL,
    "days" INTEGER,
    "updated_by_id" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "retention_rules_pkey" PRIMARY KEY ("kind")
);

ALTER TABLE "retention_rules" ADD CONSTRAINT "retention_rules_kind_check" CHECK ("kind" IN ('exchanges', 'deliveries', 'logs'));
ALTER TABLE "retention_rules" ADD CONSTRAINT "retention_rules_days_check" CHECK ("days" BETWEEN 1 AND 3650);
