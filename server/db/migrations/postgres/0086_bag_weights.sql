CREATE TABLE "bag_items" (
	"pick_line_id" bigint NOT NULL,
	"pick_id" bigint NOT NULL,
	"employee_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"qty" integer NOT NULL,
	CONSTRAINT "bag_items_pick_line_id_pk" PRIMARY KEY("pick_line_id"),
	CONSTRAINT "bag_items_qty" CHECK ("bag_items"."qty" >= 1)
);
--> statement-breakpoint
CREATE TABLE "weight_samples" (
	"product_id" bigint NOT NULL,
	"style_id" bigint NOT NULL,
	"pick_id" bigint NOT NULL,
	"employee_id" bigint NOT NULL,
	"grams" double precision NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "weight_samples_product_id_pick_id_employee_id_pk" PRIMARY KEY("product_id","pick_id","employee_id"),
	CONSTRAINT "weight_samples_grams" CHECK ("weight_samples"."grams" > 0)
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "weight_g" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "weight_deviation_g" integer;--> statement-breakpoint
ALTER TABLE "bags" ADD COLUMN "weight_g" integer;--> statement-breakpoint
ALTER TABLE "bag_items" ADD CONSTRAINT "bag_items_pick_line_id_pick_lines_id_fk" FOREIGN KEY ("pick_line_id") REFERENCES "public"."pick_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bag_items" ADD CONSTRAINT "bag_items_pick_id_picks_id_fk" FOREIGN KEY ("pick_id") REFERENCES "public"."picks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bag_items" ADD CONSTRAINT "bag_items_employee_id_users_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bag_items" ADD CONSTRAINT "bag_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weight_samples" ADD CONSTRAINT "weight_samples_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weight_samples" ADD CONSTRAINT "weight_samples_style_id_products_id_fk" FOREIGN KEY ("style_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weight_samples" ADD CONSTRAINT "weight_samples_pick_id_picks_id_fk" FOREIGN KEY ("pick_id") REFERENCES "public"."picks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "weight_samples" ADD CONSTRAINT "weight_samples_employee_id_users_id_fk" FOREIGN KEY ("employee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bag_items_of_bag" ON "bag_items" USING btree ("pick_id","employee_id");--> statement-breakpoint
CREATE INDEX "bag_items_of_wearer" ON "bag_items" USING btree ("employee_id");--> statement-breakpoint
CREATE INDEX "bag_items_by_product" ON "bag_items" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "weight_samples_by_style" ON "weight_samples" USING btree ("style_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "weight_samples_of_bag" ON "weight_samples" USING btree ("pick_id","employee_id");--> statement-breakpoint
CREATE INDEX "weight_samples_of_wearer" ON "weight_samples" USING btree ("employee_id");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_weight" CHECK ("products"."weight_g" >= 1);--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_weight_deviation" CHECK ("products"."weight_deviation_g" >= 0);--> statement-breakpoint
ALTER TABLE "bags" ADD CONSTRAINT "bags_weight" CHECK ("bags"."weight_g" >= 1);
--> statement-breakpoint
-- A tablet knows what each of its SKUs weighs. A SKU without a weight of its own has that of its style.
CREATE TRIGGER products_stamp_weight BEFORE UPDATE OF weight_g, weight_deviation_g ON products FOR EACH ROW WHEN (OLD.weight_g IS DISTINCT FROM NEW.weight_g OR OLD.weight_deviation_g IS DISTINCT FROM NEW.weight_deviation_g) EXECUTE FUNCTION sync_stamp();
--> statement-breakpoint
CREATE FUNCTION sync_style_weight() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE products SET v = sync_version() WHERE parent_id = NEW.id AND weight_g IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER products_stamp_weight_children AFTER UPDATE OF weight_g, weight_deviation_g ON products FOR EACH ROW WHEN (NEW.parent_id IS NULL AND (OLD.weight_g IS DISTINCT FROM NEW.weight_g OR OLD.weight_deviation_g IS DISTINCT FROM NEW.weight_deviation_g)) EXECUTE FUNCTION sync_style_weight();
--> statement-breakpoint
CREATE TRIGGER bags_stamp_weight BEFORE UPDATE OF weight_g ON bags FOR EACH ROW EXECUTE FUNCTION sync_stamp();
