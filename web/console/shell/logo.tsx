export const Logo = ({ size = 26 }: { readonly size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="logo">
    <rect width="32" height="32" rx="9" />
    <path d="M9.500 19.500c1.200-1.300 1.800-2.700 1.800-6a4.700 4.700 0 0 1 9.400 0c0 3.300.6 4.700 1.800 6Zm4.600 3.200a2 2 0 0 0 3.800 0" />
  </svg>
);
