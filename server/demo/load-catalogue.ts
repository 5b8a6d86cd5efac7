import { colours, type DemoStyle, type DemoVariation, demoCategories, demoStyles, demoSuppliers } from '../../data/demo/catalogue.ts';
import type { Db } from '../db/db.ts';
import { categories, files, productMedia, products, suppliers } from '../db/tables/index.ts';
import type { StoredFile } from '../files/store-file.ts';
import { storeDrawing } from '../files/store-file.ts';
import { drawGarment } from './garments.ts';
import { insertRows } from './insert-rows.ts';

/** A SKU that was inserted, with its id. */
export interface LoadedVariation extends DemoVariation {
  id: number;
  code: string;
  is_returnable: boolean;
  is_restricted: boolean;
  supplier_id: number;
}

export interface LoadedStyle {
  id: number;
  code: string;
  name: string;
  variations: LoadedVariation[];
}

export interface LoadedCatalogue {
  styles: Map<string, LoadedStyle>;
  variations: LoadedVariation[];
  supplier_ids: Map<string, number>;
}

/** The key of a style's picture in one of its colours. */
export const pictureKey = (code: string, hex: string): string => `${code} ${hex}`;

/** Draw every style in each of its colours and store the pictures. Call it before the unit of work. */
export async function storePictures(data_dir: string): Promise<Map<string, StoredFile>> {
  const drawings = demoStyles().flatMap(({ product }) =>
    product.colours.map((colour) => ({ key: pictureKey(product.code, colours[colour].hex), svg: drawGarment(product.kind, colours[colour].hex) })),
  );
  // Two styles of one kind share a drawing, and two writers of one file would conflict.
  const storedImages = new Map<string, Promise<StoredFile>>();
  for (const { svg } of drawings) if (!storedImages.has(svg)) storedImages.set(svg, storeDrawing(data_dir, svg));
  const pictures = new Map<string, StoredFile>();
  for (const { key, svg } of drawings) {
    const file = await storedImages.get(svg);
    if (file) pictures.set(key, file);
  }
  return pictures;
}

interface Times {
  /** When the range was first offered. */
  since: string;
  /** When the colours that are no longer sold were discontinued. */
  ended: string;
  /** When some colours that are still sold will be discontinued. */
  ends: string;
}

/** How many months a garment of each kind lasts; a kind that is not listed has no wear life. */
const wearMonths: Partial<Record<DemoStyle['product']['kind'], number>> = {
  polo: 12,
  trouser: 12,
  cargo: 12,
  jacket: 24,
  fleece: 24,
  hi_vis_vest: 3,
  glove: 3,
  sock: 3,
};

/** Insert suppliers, categories, styles, SKUs and their pictures into an empty database. */
export async function loadCatalogue(db: Db, pictures: ReadonlyMap<string, StoredFile>, { since, ended, ends }: Times): Promise<LoadedCatalogue> {
  const categoryIds = await insertRows(
    db,
    categories,
    demoCategories.map((name, position) => ({ name, position })),
  );
  const supplierIds = await insertRows(
    db,
    suppliers,
    demoSuppliers.map(({ code, name, address, contact_name, domain, sales_phone, work_order }) => ({
      code,
      name,
      address_line_1: address[0],
      address_line_2: address[1],
      address_line_3: address[2],
      address_line_4: address[3],
      contact_name,
      sales_email: `sales@${domain}`,
      sales_phone,
      work_order,
      created_at: since,
    })),
  );
  const supplier_ids = new Map(demoSuppliers.map(({ code }, i) => [code, supplierIds[i] ?? 0]));

  const styles = demoStyles();
  const shared = ({ product }: DemoStyle) => ({
    supplier_id: supplier_ids.get(product.supplier) ?? null,
    category_id: categoryIds[demoCategories.indexOf(product.category)] ?? null,
    name: product.name,
    brand: demoSuppliers.find(({ code }) => code === product.supplier)?.brand ?? null,
    variation_material: product.material,
    is_public: true,
    is_published: true,
    is_public_catalogue: !product.is_restricted,
    is_non_returnable: product.is_non_returnable ?? false,
    is_restricted: product.is_restricted ?? false,
    wear_months: wearMonths[product.kind] ?? null,
    created_at: since,
  });
  const parentIds = await insertRows(
    db,
    products,
    styles.map((style) => ({
      ...shared(style),
      sku: style.product.code,
      description: style.product.description,
      short_description_1: style.product.material,
      short_description_2: style.product.feature,
      price: style.product.price,
      cost: style.product.cost,
    })),
  );
  const children = styles.flatMap((style, i) =>
    style.variations.map((variation, position) => ({ style, variation, position, parent_id: parentIds[i] ?? 0 })),
  );
  const childIds = await insertRows(
    db,
    products,
    children.map(({ style, variation, position, parent_id }) => ({
      ...shared(style),
      parent_id,
      position,
      sku: variation.sku,
      supplier_sku: variation.supplier_sku,
      price: variation.price,
      cost: variation.cost,
      variation_colour: variation.colour,
      colour_hex: variation.hex,
      variation_size_1: variation.size_1,
      variation_size_2: variation.size_2,
      variation_all_size: variation.all_size,
      bin: variation.bin,
      barcode: variation.barcode,
      discontinued_at: variation.has_ended ? ended : variation.is_ending ? ends : null,
    })),
  );

  // Two styles of one kind share a drawing, whose file is inserted once.
  const drawings = [...new Map([...pictures.values()].map((file) => [file.hash, file])).values()];
  const drawingIds = await insertRows(
    db,
    files,
    drawings.map(({ hash, type, size }) => ({ hash, type, size, created_at: since })),
  );
  const fileIds = new Map(drawings.map(({ hash }, i) => [hash, drawingIds[i] ?? 0]));
  const picture = (code: string, hex: string): number => fileIds.get(pictures.get(pictureKey(code, hex))?.hash ?? '') ?? 0;
  await insertRows(db, productMedia, [
    ...styles.flatMap(({ product, variations: [first] }, i) =>
      first ? [{ product_id: parentIds[i] ?? 0, file_id: picture(product.code, first.hex) }] : [],
    ),
    ...children.map(({ style, variation }, i) => ({ product_id: childIds[i] ?? 0, file_id: picture(style.product.code, variation.hex) })),
  ]);

  const variations = children.map(
    ({ style, variation }, i): LoadedVariation => ({
      ...variation,
      id: childIds[i] ?? 0,
      code: style.product.code,
      is_returnable: !style.product.is_non_returnable,
      is_restricted: style.product.is_restricted ?? false,
      supplier_id: supplier_ids.get(style.product.supplier) ?? 0,
    }),
  );
  return {
    variations,
    supplier_ids,
    styles: new Map(
      styles.map(({ product }, i) => [
        product.code,
        { id: parentIds[i] ?? 0, code: product.code, name: product.name, variations: variations.filter(({ code }) => code === product.code) },
      ]),
    ),
  };
}
