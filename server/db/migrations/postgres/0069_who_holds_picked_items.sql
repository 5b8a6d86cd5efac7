CREATE TABLE "pick_line_holders" (
	"pick_line_id" bigint NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"product_id" bigint NOT NULL,
	"user_id" bigint,
	"qty_held" integer DEFAULT 0 NOT NULL,
	"qty_counted" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "pick_line_holders_pick_line_id_device_product_id_pk" PRIMARY KEY("pick_line_id","device","product_id"),
	CONSTRAINT "pick_line_holders_qty" CHECK ("pick_line_holders"."qty_held" >= 0 and "pick_line_holders"."qty_counted" >= 0)
);
--> statement-breakpoint
DROP INDEX "shelf_tasks_once";--> statement-breakpoint
ALTER TABLE "pick_line_holders" ADD CONSTRAINT "pick_line_holders_pick_line_id_pick_lines_id_fk" FOREIGN KEY ("pick_line_id") REFERENCES "public"."pick_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pick_line_holders" ADD CONSTRAINT "pick_line_holders_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pick_line_holders" ADD CONSTRAINT "pick_line_holders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pick_line_holders_by_product" ON "pick_line_holders" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "pick_line_holders_of_user" ON "pick_line_holders" USING btree ("user_id") WHERE "pick_line_holders"."user_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "shelf_tasks_once" ON "shelf_tasks" USING btree ("pick_line_id","device","product_id");
--> statement-breakpoint
INSERT INTO pick_line_holders (pick_line_id, device, product_id, user_id, qty_held, qty_counted)
  SELECT line.id, coalesce(line.picked_device, ''), line.product_id, line.picked_by, line.qty_picked, line.qty_picked
  FROM pick_lines line JOIN picks ON picks.id = line.pick_id
  WHERE line.qty_picked > 0 AND picks.state NOT IN ('shipped', 'closed');
--> statement-breakpoint
INSERT INTO pick_line_holders (pick_line_id, device, product_id, qty_held, qty_counted)
  SELECT pick_line_id, device, product_id, qty, 0 FROM shelf_tasks WHERE done_at IS NULL
  ON CONFLICT (pick_line_id, device, product_id) DO UPDATE SET qty_held = pick_line_holders.qty_held + excluded.qty_held;
--> statement-breakpoint
CREATE FUNCTION sync_pick_line_holder() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE pick_lines SET v = sync_version() WHERE id = NEW.pick_line_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER pick_line_holders_stamp_new AFTER INSERT ON pick_line_holders FOR EACH ROW EXECUTE FUNCTION sync_pick_line_holder();
--> statement-breakpoint
CREATE TRIGGER pick_line_holders_stamp AFTER UPDATE OF user_id, qty_counted ON pick_line_holders FOR EACH ROW WHEN (OLD.user_id IS DISTINCT FROM NEW.user_id OR OLD.qty_counted IS DISTINCT FROM NEW.qty_counted) EXECUTE FUNCTION sync_pick_line_holder();
