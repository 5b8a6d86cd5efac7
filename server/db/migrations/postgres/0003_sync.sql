CREATE TABLE "bags" (
	"pick_id" bigint NOT NULL,
	"employee_id" bigint NOT NULL,
	"label_printed_at" timestamp(3) with time zone,
	"label_printed_by" bigint,
	"v" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "bags_pick_id_employee_id_pk" PRIMARY KEY("pick_id","employee_id")
);
--> statement-breakpoint
CREATE TABLE "sync_failures" (
	"m" text PRIMARY KEY NOT NULL,
	"error" text NOT NULL,
	"attempts" integer NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_losses" (
	"m" text PRIMARY KEY NOT NULL,
	"device" text NOT NULL,
	"lost_device" text NOT NULL,
	"n" integer NOT NULL,
	"since" text,
	"bearer_id" bigint,
	"at" timestamp(3) with time zone NOT NULL,
	"resolved_at" timestamp(3) with time zone,
	"resolved_by" bigint
);
--> statement-breakpoint
ALTER TABLE "count_requests" ALTER COLUMN "qty" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_clock" ADD COLUMN "forgotten_v" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_device_users" ADD COLUMN "v" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_devices" ADD COLUMN "v" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_outcomes" ADD COLUMN "fact_version" integer;--> statement-breakpoint
ALTER TABLE "bags" ADD CONSTRAINT "bags_pick_id_picks_id_fk" FOREIGN KEY ("pick_id") REFERENCES "public"."picks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bags" ADD CONSTRAINT "bags_employee_id_users_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bags" ADD CONSTRAINT "bags_label_printed_by_users_id_fk" FOREIGN KEY ("label_printed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_losses" ADD CONSTRAINT "sync_losses_device_sync_devices_device_fk" FOREIGN KEY ("device") REFERENCES "public"."sync_devices"("device") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_losses" ADD CONSTRAINT "sync_losses_bearer_id_users_id_fk" FOREIGN KEY ("bearer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_losses" ADD CONSTRAINT "sync_losses_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bags_by_v" ON "bags" USING btree ("v");--> statement-breakpoint
CREATE UNIQUE INDEX "sync_losses_once" ON "sync_losses" USING btree ("device","lost_device");--> statement-breakpoint
CREATE INDEX "sync_outcomes_by_root" ON "sync_outcomes" USING btree ("root_m") WHERE "sync_outcomes"."root_m" is not null;