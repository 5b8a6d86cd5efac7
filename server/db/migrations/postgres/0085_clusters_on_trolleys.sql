CREATE TABLE "cluster_picks" (
	"pick_id" bigint NOT NULL,
	"cluster" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "cluster_picks_pick_id_pk" PRIMARY KEY("pick_id"),
	CONSTRAINT "cluster_picks_on_trolley" CHECK ("cluster_picks"."position" between 1 and 12)
);
--> statement-breakpoint
CREATE TABLE "pick_full_totes" (
	"pick_id" bigint NOT NULL,
	"tote" text NOT NULL,
	CONSTRAINT "pick_full_totes_pick_id_tote_pk" PRIMARY KEY("pick_id","tote")
);
--> statement-breakpoint
ALTER TABLE "cluster_picks" ADD CONSTRAINT "cluster_picks_pick_id_picks_id_fk" FOREIGN KEY ("pick_id") REFERENCES "public"."picks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pick_full_totes" ADD CONSTRAINT "pick_full_totes_pick_id_picks_id_fk" FOREIGN KEY ("pick_id") REFERENCES "public"."picks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cluster_picks_position" ON "cluster_picks" USING btree ("cluster","position");--> statement-breakpoint
CREATE INDEX "pick_full_totes_by_tote" ON "pick_full_totes" USING btree ("tote");
--> statement-breakpoint
CREATE FUNCTION sync_part_of_pick() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE picks SET v = sync_version() WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.pick_id ELSE NEW.pick_id END;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER cluster_picks_stamp AFTER INSERT OR DELETE ON cluster_picks FOR EACH ROW EXECUTE FUNCTION sync_part_of_pick();
--> statement-breakpoint
CREATE TRIGGER pick_full_totes_stamp AFTER INSERT OR DELETE ON pick_full_totes FOR EACH ROW EXECUTE FUNCTION sync_part_of_pick();
