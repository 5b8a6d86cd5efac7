import { Link } from 'react-router';

interface CategoryLinksProps {
  categories: readonly { id: number; name: string; products_count: number }[];
  /** The id of the category that is shown; undefined shows all. */
  current: string | undefined;
  /** The URL for all categories, with which the URL for each category begins. */
  base: string;
  /** The part of the current view that the links keep, such as the search text, with the `#`. */
  hash: string;
}

/** The categories of products as links, each with the number of its products. */
export function CategoryLinks({ categories, current, base, hash }: CategoryLinksProps) {
  if (categories.length === 0 && current === undefined) return null;
  return (
    <nav className="category-links" aria-label="Categories">
      <Link className="chip" to={`${base}${hash}`} aria-current={current === undefined ? 'page' : undefined}>
        All
      </Link>
      {categories.map(({ id, name, products_count }) => (
        <Link key={id} className="chip" to={`${base}/category/${id}${hash}`} aria-current={String(id) === current ? 'page' : undefined}>
          {name} <span>{products_count}</span>
        </Link>
      ))}
    </nav>
  );
}
