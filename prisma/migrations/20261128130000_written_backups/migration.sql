-- CreateTable
CREATE TABLE "backups" (
    "at" TIMESTAMPTZ(3) NOT NULL,
    "bytes" BIGINT NOT NULL,
    "encrypted" BOOLEAN NOT NULL,
    "every_ms" BIGINT,

    CONSTRAINT "backups_pkey" PRIMARY KEY ("at")
);
