-- pending:<owner> -> absent, only if it is still the owner's
if redis.call('GET', KEYS[1]) == 'pending:' .. ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
