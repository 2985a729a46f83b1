/** The fields of an order for its gateway. */

export const payment = (method: string, data: object): object => ({ payment_method: method, ...data });

export const stripe = (id: string, rest = {}): object => payment('stripe', { 'wc-stripe-payment-method': id, ...rest });

const claims = { express_payment_type: 'apple_pay', payment_request_type: 'apple_pay' };
/** Orders that claim to come from a wallet's button, and do not. */
export const CLAIMS: object[] = [
  payment('cod', claims),
  payment('apple_pay', claims),
  payment('stripe', claims),
  stripe('pm_card', claims),
  stripe('pm_none', claims),
  stripe('pm_old_apple', claims),
  stripe('../pm_apple', claims),
  stripe('pm_link_2', claims),
  // The card is paid with, whichever of the two that is.
  stripe('pm_apple_3', { stripe_source: 'pm_card' }),
  stripe('pm_apple_3', { 'wc-stripe-confirmation-token': 'ctoken_card' }),
  stripe('pm_apple_3', { 'wc-stripe-payment-token': '17' }),
  payment('woocommerce_payments', { ...claims, 'wcpay-payment-method': 'pm_card' }),
  payment('woocommerce_payments', { ...claims, 'wcpay-confirmation-token': 'ctoken_apple' }),
  payment('ppcp-gateway', claims),
  payment('square', claims),
  { payment_method: ['stripe'], ...claims },
];
