CREATE TABLE "attempts" (
	"key" text NOT NULL,
	"n" integer NOT NULL,
	"ends_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "attempts_key_pk" PRIMARY KEY("key")
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"user_id" bigint NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "email_changes_user_id_pk" PRIMARY KEY("user_id"),
	CONSTRAINT "email_changes_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "totps" (
	"user_id" bigint NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"confirmed_at" timestamp(3) with time zone,
	"last_step" integer,
	CONSTRAINT "totps_user_id_pk" PRIMARY KEY("user_id")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "parent_id" bigint;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totps" ADD CONSTRAINT "totps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempts_by_end" ON "attempts" USING btree ("ends_at");--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_parent_id_sessions_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sessions_by_parent" ON "sessions" USING btree ("parent_id");--> statement-breakpoint
-- Sessions of supers who act as somebody else name their own session from now on; those without one end.
DELETE FROM "sessions" WHERE "impersonator_id" IS NOT NULL;
