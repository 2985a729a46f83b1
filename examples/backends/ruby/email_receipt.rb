# Verifies the receipt of <email-verify>. Needs ruby-jwt 2 and rbnacl (for Ed25519): gem 'jwt', '~> 2.5' and gem 'rbnacl'
require 'base64'
require 'digest'
require 'jwt'
require 'net/http'
require 'rbnacl'
require 'timeout'

module EmailReceipt
  JWKS = URI("#{ENV.fetch('EDGE')}/.well-known/jwks.json") # EDGE=https://verify.example/verify
  PAGE_ORIGIN = ENV.fetch('PAGE_ORIGIN') # https://shop.example
  KINDS = { 'EdDSA' => 'OKP', 'ES256' => 'EC' }.freeze
  RULES = { algorithms: KINDS.keys, aud: PAGE_ORIGIN, verify_aud: true, leeway: 60,
            required_claims: %w[aud exp iat jti status sub] }.freeze

  @keys = []
  @until = 0

  # The edge's public keys, fetched at most once a minute. If that fails, the old ones serve.
  def self.keys
    now = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    return @keys if now < @until

    @until = now + 60
    found = JSON.parse(Timeout.timeout(3) { fetch }).fetch('keys')
    @keys = found if found.is_a?(Array) && found.all?(Hash)
    @keys
  rescue StandardError
    @keys
  end

  # The body of the response, 64 KiB at most.
  def self.fetch
    body = +''
    Net::HTTP.start(JWKS.host, JWKS.port, use_ssl: JWKS.scheme == 'https') do |edge|
      edge.request_get(JWKS.request_uri) do |response|
        response.read_body { |part| (body << part).bytesize > 65_536 and raise 'The keys are too long' }
      end
    end
    body
  end

  def self.key_of(header)
    raise 'Not a receipt' if header['typ'] != 'email-verification+jwt'

    jwk = keys.find { |key| key['kid'] == header['kid'] }
    raise keys.empty? ? 'No keys: the edge could not be reached' : 'Unknown key' unless jwk
    # The key, not the receipt, determines the algorithm.
    raise 'Wrong algorithm' if KINDS[header['alg']] != jwk['kty']

    return JWT::JWK.import(jwk).keypair if jwk['kty'] == 'EC'

    RbNaCl::Signatures::Ed25519::VerifyKey.new(Base64.urlsafe_decode64(jwk['x']))
  end

  # The decision on a form: 'allow', 'warn', 'block', or 'unverified' with the reason. Store its email.
  def self.check(receipt, email)
    raise 'Not a receipt' if receipt.to_s.length > 8192 # A receipt has about 600 characters.

    local, at, domain = email.to_s.strip.rpartition('@')
    address = "#{local}#{at}#{domain.downcase}"
    claims, = JWT.decode(receipt.to_s, nil, true, RULES) { |header| key_of(header) }
    subject = Base64.urlsafe_encode64(Digest::SHA256.digest(address), padding: false)
    raise 'Issued for another address' if claims['sub'] != subject
    raise 'Issued in test mode' if claims['test']

    decision = { 'invalid' => 'block', 'risky' => 'warn' }.fetch(claims['status'], 'allow')
    { decision: decision, reason: nil, email: address, claims: claims }
  rescue StandardError => e
    { decision: 'unverified', reason: e.message, email: email }
  end
end
